! DGEMM as any Fortran program calls it.
!
! gfortran dgemm.f90 $(pkg-config --libs gemmkit-blas) -o dgemm
program dgemm_example
  implicit none
  integer, parameter :: n = 300
  double precision, allocatable :: a(:, :), b(:, :), c(:, :), expected(:, :)
  external :: dgemm

  allocate (a(n, n), b(n, n), c(n, n), expected(n, n))
  call random_number(a)
  call random_number(b)
  call random_number(c)
  expected = 2d0*matmul(transpose(a), b) - c
  call dgemm('T', 'N', n, n, n, 2d0, a, n, b, n, -1d0, c, n)
  if (maxval(abs(c - expected)) > 1d-11*n) then
    print *, 'wrong: largest difference ', maxval(abs(c - expected))
    stop 1
  end if
  print *, 'dgemm agrees with matmul, largest difference ', maxval(abs(c - expected))
end program
