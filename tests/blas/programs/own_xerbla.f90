! H15: a Fortran program with its own XERBLA: it gets the routine's name and number, and the valid call computes.
program own_xerbla
  implicit none
  integer :: calls, last_info, last_length
  character(len=6) :: last_name
  common /reports/ calls, last_info, last_length, last_name
  external :: dgemm
  double precision :: a(3, 4), b(4, 2), c(3, 2), expected(3, 2)
  integer :: i, j

  do j = 1, 4
    do i = 1, 3
      a(i, j) = dble(mod(7 * i + 3 * j, 11) - 5)
    end do
  end do
  do j = 1, 2
    do i = 1, 4
      b(i, j) = dble(mod(7 * i + 3 * j + 5, 11) - 5)
    end do
  end do
  c = -777d0
  calls = 0

  call dgemm('N', 'N', 3, 2, -1, 1d0, a, 3, b, 4, 0d0, c, 3)
  if (calls /= 1 .or. last_info /= 5 .or. last_length /= 6 .or. last_name /= 'DGEMM ') call failed('the report')
  if (any(c /= -777d0)) call failed('C was touched')

  call dgemm('N', 'N', 3, 2, 4, 1d0, a, 3, b, 4, 0d0, c, 3)
  expected = matmul(a, b)
  if (any(c /= expected)) call failed('the product')
  if (calls /= 1) call failed('a report of a valid call')
  print '(a)', 'ok'

contains

  subroutine failed(what)
    character(len=*), intent(in) :: what
    print '(2a)', 'FAILED: ', what
    stop 1
  end subroutine failed
end program own_xerbla

subroutine xerbla(name, info)
  implicit none
  character(len=*), intent(in) :: name
  integer, intent(in) :: info
  integer :: calls, last_info, last_length
  character(len=6) :: last_name
  common /reports/ calls, last_info, last_length, last_name
  calls = calls + 1
  last_info = info
  last_length = len(name)
  last_name = name
end subroutine xerbla
