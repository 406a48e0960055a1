% Octave's own tests of its linear algebra, and a few identities.
log = tempname ();
functions = {"chol", "chol2inv", "cholinv", "det", "inv", "pinv", "lu", "qr", "svd", "eig", "hess", "schur", "balance", ...
             "expm", "logm", "sqrtm", "kron", "null", "orth", "rank", "trace", "cond", "norm", "dot", "blkmm", ...
             "givens", "sylvester", "mgorth", "qz", "ordschur", "mldivide", "mtimes", "lscov", "krylov", "housh", ...
             "linsolve", "planerot", "rref", "cross", "vecnorm", "gsvd"};
failed = total = 0;
for i = 1:numel (functions)
  try
    [n, nmax] = test (functions{i}, "quiet", log);
  catch
    n = nmax = 0;  # the function has no tests, or is not there
  end_try_catch
  total += nmax;
  if (n < nmax)
    printf ("FAILED: %s: %d of %d tests pass\n", functions{i}, n, nmax);
    failed += 1;
  endif
endfor
if (exist (log, "file"))
  delete (log);
endif
printf ("%d of Octave's own tests\n", total);
rand ("twister", 7); randn ("twister", 7);
for n = [1 2 5 17 64 130]
  a = randn (n + 3, n); z = a + 1i * randn (n + 3, n); s = a' * a + eye (n); zs = z' * z + eye (n);
  errors = [norm(s * (s \ a') - a'), norm(zs * (zs \ z') - z'), norm(chol(s)' * chol(s) - s), norm(inv(s) * s - eye(n)), ...
            norm(a * a' - a * a.'), norm(triu(s) * (triu(s) \ a') - a'), norm(tril(zs)' * (tril(zs)' \ z') - z')];
  [q, r] = qr (a); [u, w, v] = svd (z); [x, d] = eig (zs);
  errors = [errors, norm(q * r - a), norm(u * w * v' - z), norm(zs * x - x * d)];
  bound = 1e-10 * norm (zs) ^ 2;
  if (any (errors > bound))
    printf ("FAILED: identities of n = %d: %s\n", n, mat2str (errors > bound));
    failed += 1;
  endif
endfor
if (total < 100)
  printf ("FAILED: only %d of Octave's tests were found\n", total);
  failed += 1;
endif
if (failed)
  error ("%d failed", failed);
endif
printf ("ok\n");
