! examples/fortran/gemmkit.F90 against matmul: the four types (this file once per type, by the preprocessor), sections,
! transposes, batches, packed operands, epilogues, threads, workspaces and statuses.
#define PASTE(x) x
#define OF_TYPE(x) PASTE(x)SUFFIX
module maps
  use, intrinsic :: iso_c_binding
  implicit none
contains
  function plus_place(value, row, col, user) bind(C) result(r)
    real(c_double), value :: value
    integer(c_int64_t), value :: row, col
    type(c_ptr), value :: user
    real(c_double) :: r
    if (c_associated(user)) continue
    r = value + 100*row + col
  end function
end module

program fortran_module
  use maps
  use gemmkit
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: failures = 0
  call test_f32
  call test_f64
  call test_c32
  call test_c64
  call test_map
  call test_settings
  print '(i0, a)', failures, ' failed'
  if (failures > 0) stop 1

contains

  subroutine report(name, ok)
    character(len=*), intent(in) :: name
    logical, intent(in) :: ok
    if (ok) return
    print '(2a)', 'FAILED: ', name
    failures = failures + 1
  end subroutine

  subroutine test_map
    real(c_double) :: a(5, 4), b(4, 3), c(5, 3), e(5, 3)
    integer :: i, j
    call random_number(a)
    call random_number(b)
    e = matmul(a, b)
    forall (i=1:5, j=1:3) e(i, j) = e(i, j) + 100*(i - 1) + (j - 1)
    call gemmkit_gemm(1d0, a, b, 0d0, c, map=c_funloc(plus_place))
    call report('map', all(abs(c - e) < 1d-12))
  end subroutine

  subroutine test_settings
    type(gemmkit_workspace) :: w
    call w%create(100000_c_size_t)
    call report('workspace', w%capacity() >= 100000)
    call w%destroy()
    call report('workspace destroyed', w%capacity() == 0)
    call gemmkit_set_num_threads(1)
    call report('threads', gemmkit_get_max_threads() == 1)
    call gemmkit_set_num_threads(0)
    call report('config', index(gemmkit_config(), gemmkit_isa('f64')) > 0 .and. gemmkit_isa('f128') == '')
  end subroutine

#define SUFFIX _f32
#define ELEMENT real(c_float)
#define ONE 1._c_float
#define REAL_TYPE
#include "fortran_module.inc"
#undef SUFFIX
#undef ELEMENT
#undef ONE
#define SUFFIX _f64
#define ELEMENT real(c_double)
#define ONE 1._c_double
#include "fortran_module.inc"
#undef SUFFIX
#undef ELEMENT
#undef ONE
#undef REAL_TYPE
#define SUFFIX _c32
#define ELEMENT complex(c_float_complex)
#define ONE (1._c_float, 0._c_float)
#include "fortran_module.inc"
#undef SUFFIX
#undef ELEMENT
#undef ONE
#define SUFFIX _c64
#define ELEMENT complex(c_double_complex)
#define ONE (1._c_double, 0._c_double)
#include "fortran_module.inc"
end program
