! Two computations over MPI ranks by ScaLAPACK, which calls the BLAS on each rank: C = A*B by PDGEMM and A*X = B by PDGESV.
! Both are checked: C*e against A*(B*e) for a vector e of ones, and X against what B was made from.
!
! usage: mpirun -n RANKS product_and_solve [N]         run.sh compiles it and compares libraries
program product_and_solve
  use mpi
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: dp = kind(1d0), block = 64, sides = 32
  integer :: n, rank, ranks, error, context, rows, cols, my_row, my_col, height, width, thin, round
  integer :: desc(9), desc_thin(9)
  integer, allocatable :: pivots(:)
  real(dp), allocatable :: a(:, :), b(:, :), c(:, :), x(:, :), y(:, :), z(:, :)
  real(dp) :: begin, product, solve, wrong_product, wrong_solution
  character(len=16) :: word
  integer, external :: numroc
  external :: blacs_pinfo, blacs_get, blacs_gridinit, blacs_gridinfo, blacs_gridexit, descinit, pdgemm, pdgesv

  n = 2000
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) n
  end if
  call mpi_init(error)
  call blacs_pinfo(rank, ranks)
  rows = int(sqrt(real(ranks)))
  do while (mod(ranks, rows) /= 0)
    rows = rows - 1
  end do
  cols = ranks/rows
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'R', rows, cols)
  call blacs_gridinfo(context, rows, cols, my_row, my_col)
  height = numroc(n, block, my_row, 0, rows)
  width = numroc(n, block, my_col, 0, cols)
  thin = numroc(sides, block, my_col, 0, cols)
  call descinit(desc, n, n, block, block, 0, 0, context, max(1, height), error)
  call descinit(desc_thin, n, sides, block, block, 0, 0, context, max(1, height), error)
  allocate (a(height, width), b(height, width), c(height, width), pivots(height + block))
  allocate (x(height, thin), y(height, thin), z(height, thin))

  product = huge(product)
  call fill(a, 1)
  call fill(b, 2)
  do round = 1, 3
    call mpi_barrier(MPI_COMM_WORLD, error)
    begin = mpi_wtime()
    call pdgemm('N', 'N', n, n, n, 1d0, a, 1, 1, desc, b, 1, 1, desc, 0d0, c, 1, 1, desc)
    call mpi_barrier(MPI_COMM_WORLD, error)
    product = min(product, mpi_wtime() - begin)
  end do
  x = 1
  call pdgemm('N', 'N', n, sides, n, 1d0, b, 1, 1, desc, x, 1, 1, desc_thin, 0d0, y, 1, 1, desc_thin)
  call pdgemm('N', 'N', n, sides, n, 1d0, a, 1, 1, desc, y, 1, 1, desc_thin, 0d0, z, 1, 1, desc_thin)
  call pdgemm('N', 'N', n, sides, n, 1d0, c, 1, 1, desc, x, 1, 1, desc_thin, -1d0, z, 1, 1, desc_thin)
  wrong_product = largest(z)/n ! of numbers that grow like n

  solve = huge(solve)
  do round = 1, 3
    call fill(a, 1)
    call pdgemm('N', 'N', n, sides, n, 1d0, a, 1, 1, desc, x, 1, 1, desc_thin, 0d0, y, 1, 1, desc_thin)
    call mpi_barrier(MPI_COMM_WORLD, error)
    begin = mpi_wtime()
    call pdgesv(n, sides, a, 1, 1, desc, pivots, y, 1, 1, desc_thin, error)
    call mpi_barrier(MPI_COMM_WORLD, error)
    solve = min(solve, mpi_wtime() - begin)
  end do
  wrong_solution = largest(y - x)
  if (rank == 0) then
    if (error /= 0) print '(a, i0)', 'pdgesv: ', error
    print '(a, i0, a, i0, a, i0, a, i0)', 'n = ', n, ', ', ranks, ' ranks as ', rows, ' x ', cols
    print '(a, l1, 1x, l1)', 'result ', wrong_product < 1d-11, wrong_solution < 1d-6
    print '(a, es9.2, a, f10.1, a)', 'PDGEMM ', product, ' s ', 2d-9*real(n, dp)**3/product, ' GFLOP/s'
    print '(a, es9.2, a, f10.1, a)', 'PDGESV ', solve, ' s ', 2d-9/3*real(n, dp)**3/solve, ' GFLOP/s'
  end if
  call blacs_gridexit(context)
  call mpi_finalize(error)
  if (.not. (wrong_product < 1d-11 .and. wrong_solution < 1d-6)) stop 1

contains

  ! Scattered numbers from -1 to 1 that depend on the global position alone, whatever the grid.
  subroutine fill(matrix, seed)
    real(dp), intent(out) :: matrix(:, :)
    integer, intent(in) :: seed
    integer(int64) :: h
    integer :: i, j
    do j = 1, size(matrix, 2)
      do i = 1, size(matrix, 1)
        h = iand(global(i, my_row, rows)*73856093_int64 + global(j, my_col, cols)*19349663_int64 + seed, 2147483647_int64)
        h = iand(ieor(h, shiftr(h, 15))*1274126177_int64, 2147483647_int64)
        h = iand(ieor(h, shiftr(h, 13))*1103515245_int64, 2147483647_int64)
        matrix(i, j) = h/1073741823.5_dp - 1
      end do
    end do
  end subroutine

  ! Blocks are dealt out to the ranks in turn.
  integer function global(local, mine, dealt)
    integer, intent(in) :: local, mine, dealt
    global = ((local - 1)/block*dealt + mine)*block + mod(local - 1, block) + 1
  end function

  real(dp) function largest(matrix)
    real(dp), intent(in) :: matrix(:, :)
    real(dp) :: mine
    mine = 0
    if (size(matrix) > 0) mine = maxval(abs(matrix))
    call mpi_allreduce(mine, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
  end function
end program
