! H23: dgemm inside an OpenMP loop of a Fortran program; repeat.py runs it many times.
program omp_loop
  implicit none
  external dgemm
  integer, parameter :: n = 20
  integer :: i, wrong
  wrong = 0
  !$omp parallel do reduction(+:wrong)
  do i = 1, 100
    wrong = wrong + product_of_ones(n, n, n, 'N', 'N')
  end do
  !$omp end parallel do
  !$omp parallel do reduction(+:wrong)
  do i = 1, 30
    wrong = wrong + product_of_ones(1 + mod(37*i, 37), 1 + mod(5*i, 37), 1 + mod(11*i, 37), 'N', 'N')
    wrong = wrong + product_of_ones(1 + mod(3*i, 37), 1 + mod(7*i, 37), 1 + mod(13*i, 37), 'T', 'N')
    wrong = wrong + product_of_ones(1 + mod(9*i, 37), 1 + mod(2*i, 37), 1 + mod(17*i, 37), 'N', 'T')
    wrong = wrong + product_of_ones(1 + mod(8*i, 37), 1 + mod(4*i, 37), 1 + mod(19*i, 37), 'T', 'T')
  end do
  !$omp end parallel do
  wrong = wrong + product_of_ones(150, 150, 150, 'N', 'N')
  if (wrong /= 0) stop 1

contains

  integer function product_of_ones(m, n, k, opa, opb)
    integer, intent(in) :: m, n, k
    character, intent(in) :: opa, opb
    double precision :: a(m*k), b(k*n), c(m, n)
    integer :: lda, ldb
    a = 1d0
    b = 1d0
    c = -1d0
    lda = m
    if (opa == 'T') lda = k
    ldb = k
    if (opb == 'T') ldb = n
    call dgemm(opa, opb, m, n, k, 1d0, a, lda, b, ldb, 0d0, c, m)
    product_of_ones = count(c /= dble(k))
  end function
end program
