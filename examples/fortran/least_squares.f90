! Least squares from a table: measurements in its first columns, what they should explain in the last. The normal equations
! X'X w = X'y come from the odd rows, the even ones tell how well the fit predicts. Sections are multiplied as they lie.
program least_squares
  use gemmkit
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: rows = 40000, p = 96, dp = c_double
  real(dp), allocatable :: table(:, :), gram(:, :), w(:, :), predicted(:, :)
  integer :: i, state, begin, end, rate

  allocate (table(rows, p + 1), gram(p, p), w(p, 1), predicted(rows/2, 1))
  state = 1
  do i = 1, p
    call numbers(table(:, i))
  end do
  table(:, p + 1) = 0
  do i = 1, p ! the i-th measurement counts i times
    table(:, p + 1) = table(:, p + 1) + i*table(:, i)
  end do

  call system_clock(begin, rate)
  associate (x => table(1::2, :p), y => table(1::2, p + 1:))
    call gemmkit_gemm(1._dp, x, x, 0._dp, gram, opa='T')
    call gemmkit_gemm(1._dp, x, y, 0._dp, w, opa='T')
  end associate
  call solve(gram, w(:, 1))
  call gemmkit_gemm(1._dp, table(2::2, :p), w, 0._dp, predicted)
  call system_clock(end)

  print '(a, i0, a, i0, a)', 'a fit of ', rows/2, ' rows to ', p, &
    ' measurements: the first, the last, the worst error of a prediction'
  print '(a, 3f12.6)', 'result ', w(1, 1), w(p, 1), maxval(abs(predicted(:, 1) - table(2::2, p + 1)))
  print '(a, f9.6)', 'time ', real(end - begin)/rate
  print '(a)', gemmkit_config()

contains

  ! Uniform in -1 to 1, from a small generator, the same everywhere.
  subroutine numbers(x)
    real(dp), intent(out) :: x(:)
    integer :: j
    do j = 1, size(x)
      state = int(mod(int(state, c_int64_t)*48271_c_int64_t, 2147483647_c_int64_t))
      x(j) = state/1073741823.5_dp - 1
    end do
  end subroutine

  ! Cholesky's method, in place.
  subroutine solve(a, x)
    real(dp), intent(inout) :: a(:, :), x(:)
    integer :: j
    do j = 1, size(x)
      a(j, j) = sqrt(a(j, j) - dot_product(a(j, :j - 1), a(j, :j - 1)))
      a(j + 1:, j) = (a(j + 1:, j) - matmul(a(j + 1:, :j - 1), a(j, :j - 1)))/a(j, j)
      x(j) = (x(j) - dot_product(a(j, :j - 1), x(:j - 1)))/a(j, j)
    end do
    do j = size(x), 1, -1
      x(j) = (x(j) - dot_product(a(j + 1:, j), x(j + 1:)))/a(j, j)
    end do
  end subroutine
end program
