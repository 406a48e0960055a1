% A rod cools: the matrix of one time step, squared ten times, is that of 1024 steps. The slowest wave's decay is known from
% theory. Octave calls its BLAS; run this with LD_PRELOAD=/path/to/libgemmkit_blas.so octave-cli heat.m
n = 500;
k = 0.25;                                    % diffusivity * step / spacing^2
step = (1 - 2*k)*eye(n) + k*(diag(ones(n - 1, 1), 1) + diag(ones(n - 1, 1), -1));
wave = sin(pi*(1:n)'/(n + 1));

tic;
steps = step;
for doubling = 1:10
  steps = steps*steps;
end
time = toc;

measured = norm(steps*wave)/norm(wave);
theory = (1 - 4*k*sin(pi/2/(n + 1))^2)^1024;
complex_product = (steps + 1i*step)*(steps - 1i*step);     % and one of complex numbers
printf("what is left of the slowest wave after 1024 steps, and relative to theory\n");
printf("result %.9f %.9f %.6f\n", measured, measured/theory, norm(complex_product - (steps*steps + step*step + 1i*(step*steps - steps*step)), 'fro'));
printf("time %.6f\n", time);
maps = fileread("/proc/self/maps");
library = regexp(maps, '\S*libgemmkit_blas\S*', 'match', 'once');
if isempty(library), library = "Octave's own"; end
printf("BLAS: %s\n", library);
