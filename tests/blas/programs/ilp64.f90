! Compiled with -fdefault-integer-8: default integers are those of the 64-bit library, whose names end in _64.
program ilp64
  implicit none
  external :: dgemm_64
  double precision :: a(2, 2), b(2, 2), c(2, 2)
  integer :: n
  if (bit_size(n) /= 64) stop 1
  n = 2
  a = reshape([1d0, 2d0, 3d0, 4d0], [2, 2])
  b = reshape([5d0, 6d0, 7d0, 8d0], [2, 2])
  call dgemm_64('N', 'N', n, n, n, 1d0, a, n, b, n, 0d0, c, n)
  if (any(c /= matmul(a, b))) stop 2
  print '(a)', 'ok'
end program
