! SPDX-License-Identifier: MIT OR Apache-2.0
! use gemmkit: matrix products over Fortran arrays and sections of any strides, without a copy.
!
!   call gemmkit_gemm(alpha, a, b, beta, c)              c = alpha*a*b + beta*c
!   call gemmkit_gemm(..., opa='T', bias=v, activation=GEMMKIT_ACT_RELU, threads=1, status=s)
!   call gemmkit_gemm_batched(alpha, a, b, beta, c)      three indices, the last one counts the products
!   call gemmkit_prepack_rhs(b, packed)                  or _lhs; then gemmkit_gemm_packed, and packed%free()
!
! for real(c_float), real(c_double), complex(c_float_complex), complex(c_double_complex). Optional arguments:
!   opa, opb            'N', 'T', 'C' (conjugate transposed, complex ones only): how an operand enters
!   bias, bias_per      a contiguous vector along the columns of c (default) or its rows: GEMMKIT_BIAS_PER_COL, _PER_ROW
!   activation          GEMMKIT_ACT_..., with slope, lo, hi (real types only)
!   residual            an array like c (a matrix also in a batch) that is added before the activation; no negative strides
!   map, user           c_funloc of a bind(C) function of (value, row, col, user) instead, zero-based, all by value
!   threads, workspace  see gemmkit.h
!   status              GEMMKIT_OK or what went wrong, gemmkit_message() says it in words; without it, errors stop the program
!
! Build: gfortran -c gemmkit.F90, with the two .inc files beside it; link with $(pkg-config --libs gemmkit).
module gemmkit
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer(c_int32_t), parameter, public :: GEMMKIT_OK = 0, GEMMKIT_ERR_SHAPE = 1, GEMMKIT_ERR_BOUNDS = 2, &
    GEMMKIT_ERR_ALIAS = 3, GEMMKIT_ERR_ARGUMENT = 4, GEMMKIT_ERR_LAYOUT = 5, GEMMKIT_ERR_TOO_LARGE = 6, &
    GEMMKIT_ERR_NO_MEMORY = 7, GEMMKIT_ERR_ISA = 8, GEMMKIT_ERR_UNSUPPORTED = 9
  integer(c_int32_t), parameter, public :: GEMMKIT_BIAS_NONE = 0, GEMMKIT_BIAS_PER_ROW = 1, GEMMKIT_BIAS_PER_COL = 2
  integer(c_int32_t), parameter, public :: GEMMKIT_ACT_NONE = 0, GEMMKIT_ACT_RELU = 1, GEMMKIT_ACT_LEAKY_RELU = 2, &
    GEMMKIT_ACT_CLIP = 3, GEMMKIT_ACT_SIGMOID = 4, GEMMKIT_ACT_TANH = 5, GEMMKIT_ACT_SILU = 6, GEMMKIT_ACT_GELU_ERF = 7, &
    GEMMKIT_ACT_GELU_TANH = 8

  ! Packing memory of one's own, for one call at a time.
  type, public :: gemmkit_workspace
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: create => workspace_create
    procedure :: destroy => workspace_destroy
    procedure :: capacity => workspace_capacity
  end type

  ! An operand laid out for many products. Copies of the variable are the same operand; free it once.
  type, public :: gemmkit_packed
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: free => packed_free
    procedure :: rows => packed_rows
    procedure :: cols => packed_cols
    procedure :: bytes => packed_bytes
  end type

  interface gemmkit_gemm
    module procedure gemm_f32, gemm_f64, gemm_c32, gemm_c64
  end interface
  interface gemmkit_gemm_batched
    module procedure batched_f32, batched_f64, batched_c32, batched_c64
  end interface
  interface gemmkit_gemm_packed
    module procedure packed_a_f32, packed_a_f64, packed_a_c32, packed_a_c64
    module procedure packed_b_f32, packed_b_f64, packed_b_c32, packed_b_c64
  end interface
  interface gemmkit_prepack_lhs
    module procedure prepack_lhs_f32, prepack_lhs_f64, prepack_lhs_c32, prepack_lhs_c64
  end interface
  interface gemmkit_prepack_rhs
    module procedure prepack_rhs_f32, prepack_rhs_f64, prepack_rhs_c32, prepack_rhs_c64
  end interface
  public :: gemmkit_gemm, gemmkit_gemm_batched, gemmkit_gemm_packed, gemmkit_prepack_lhs, gemmkit_prepack_rhs
  public :: gemmkit_set_num_threads, gemmkit_get_max_threads, gemmkit_message, gemmkit_config, gemmkit_isa

  ! gemmkit_view_T, the same for every type: element (i, j) at data + i*rs + j*cs.
  type, bind(C) :: view
    type(c_ptr) :: data = c_null_ptr
    integer(c_int64_t) :: len = 0, rows = 0, cols = 0, rs = 1, cs = 1
  end type
  type, bind(C) :: exec_options
    integer(c_int32_t) :: struct_size = 16, threads = 0
    type(c_ptr) :: workspace = c_null_ptr
  end type

  interface
    subroutine gemmkit_set_num_threads(n) bind(C)
      import c_int32_t
      integer(c_int32_t), value :: n
    end subroutine
    function gemmkit_get_max_threads() bind(C) result(n)
      import c_int32_t
      integer(c_int32_t) :: n
    end function
    function last_error() bind(C, name="gemmkit_last_error") result(text)
      import c_ptr
      type(c_ptr) :: text
    end function
    function config_text() bind(C, name="gemmkit_config") result(text)
      import c_ptr
      type(c_ptr) :: text
    end function
    function isa_text(element) bind(C, name="gemmkit_isa") result(text)
      import c_ptr, c_char
      character(kind=c_char), intent(in) :: element(*)
      type(c_ptr) :: text
    end function
    function strlen(text) bind(C) result(length)
      import c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
    function c_workspace_create(bytes, handle) bind(C, name="gemmkit_workspace_create") result(code)
      import c_size_t, c_ptr, c_int32_t
      integer(c_size_t), value :: bytes
      type(c_ptr) :: handle
      integer(c_int32_t) :: code
    end function
    subroutine c_workspace_destroy(handle) bind(C, name="gemmkit_workspace_destroy")
      import c_ptr
      type(c_ptr), value :: handle
    end subroutine
    function c_workspace_capacity(handle) bind(C, name="gemmkit_workspace_capacity") result(bytes)
      import c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_size_t) :: bytes
    end function
    subroutine c_packed_free(handle) bind(C, name="gemmkit_packed_free")
      import c_ptr
      type(c_ptr), value :: handle
    end subroutine
    function c_packed_rows(handle) bind(C, name="gemmkit_packed_rows") result(n)
      import c_ptr, c_int64_t
      type(c_ptr), value :: handle
      integer(c_int64_t) :: n
    end function
    function c_packed_cols(handle) bind(C, name="gemmkit_packed_cols") result(n)
      import c_ptr, c_int64_t
      type(c_ptr), value :: handle
      integer(c_int64_t) :: n
    end function
    function c_packed_bytes(handle) bind(C, name="gemmkit_packed_bytes") result(n)
      import c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_size_t) :: n
    end function
  end interface

! A procedure per type from gemmkit_type.inc. PASTE is how the traditional preprocessor of Fortran joins words.
#define PASTE(x) x
#define OF_TYPE(x) PASTE(x)SUFFIX

! The C entries of one type.
#define INTERFACES
#define SUFFIX _f32
#define NAME "f32"
#define ELEMENT real(c_float)
#define PART c_float
#define REAL_TYPE
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#define SUFFIX _f64
#define NAME "f64"
#define ELEMENT real(c_double)
#define PART c_double
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#undef REAL_TYPE
#define SUFFIX _c32
#define NAME "c32"
#define ELEMENT complex(c_float_complex)
#define PART c_float
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#define SUFFIX _c64
#define NAME "c64"
#define ELEMENT complex(c_double_complex)
#define PART c_double
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#undef INTERFACES

contains

  function text_of(pointer) result(text)
    type(c_ptr), intent(in) :: pointer
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i, length
    if (.not. c_associated(pointer)) then
      text = ''
      return
    end if
    length = int(strlen(pointer))
    call c_f_pointer(pointer, letters, [length])
    allocate (character(len=length) :: text)
    do i = 1, length
      text(i:i) = letters(i)
    end do
  end function

  ! What the calling thread's last failure was.
  function gemmkit_message() result(text)
    character(len=:), allocatable :: text
    text = text_of(last_error())
  end function

  function gemmkit_config() result(text)
    character(len=:), allocatable :: text
    text = text_of(config_text())
  end function

  ! The instruction set in force for "f32", "f64", "c32", "c64", ...; empty for an unknown type.
  function gemmkit_isa(element) result(text)
    character(len=*), intent(in) :: element
    character(len=:), allocatable :: text
    text = text_of(isa_text(trim(element)//c_null_char))
  end function

  subroutine report(code, status)
    integer(c_int32_t), intent(in) :: code
    integer(c_int32_t), intent(out), optional :: status
    if (present(status)) then
      status = code
    else if (code /= GEMMKIT_OK) then
      error stop gemmkit_message()
    end if
  end subroutine

  subroutine workspace_create(self, bytes, status)
    class(gemmkit_workspace), intent(inout) :: self
    integer(c_size_t), intent(in), optional :: bytes
    integer(c_int32_t), intent(out), optional :: status
    integer(c_size_t) :: wanted
    wanted = 0
    if (present(bytes)) wanted = bytes
    call self%destroy()
    call report(c_workspace_create(wanted, self%handle), status)
  end subroutine

  subroutine workspace_destroy(self)
    class(gemmkit_workspace), intent(inout) :: self
    call c_workspace_destroy(self%handle)
    self%handle = c_null_ptr
  end subroutine

  function workspace_capacity(self) result(bytes)
    class(gemmkit_workspace), intent(in) :: self
    integer(c_size_t) :: bytes
    bytes = c_workspace_capacity(self%handle)
  end function

  subroutine packed_free(self)
    class(gemmkit_packed), intent(inout) :: self
    call c_packed_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  function packed_rows(self) result(n)
    class(gemmkit_packed), intent(in) :: self
    integer(c_int64_t) :: n
    n = c_packed_rows(self%handle)
  end function

  function packed_cols(self) result(n)
    class(gemmkit_packed), intent(in) :: self
    integer(c_int64_t) :: n
    n = c_packed_cols(self%handle)
  end function

  function packed_bytes(self) result(n)
    class(gemmkit_packed), intent(in) :: self
    integer(c_size_t) :: n
    n = c_packed_bytes(self%handle)
  end function

  function options(threads, workspace) result(exec)
    integer, intent(in), optional :: threads
    type(gemmkit_workspace), intent(in), optional :: workspace
    type(exec_options) :: exec
    if (present(threads)) exec%threads = threads
    if (present(workspace)) exec%workspace = workspace%handle
  end function

  function address(pointer) result(bytes)
    type(c_ptr), intent(in) :: pointer
    integer(c_int64_t) :: bytes
    bytes = int(transfer(pointer, 0_c_intptr_t), c_int64_t)
  end function

  logical function is_reversed(v)
    type(view), intent(in) :: v
    is_reversed = v%rs < 0 .or. v%cs < 0
  end function

  ! How much may be accessed: to the last element of the last of `batch` matrices.
  subroutine set_len(v, batch, step)
    type(view), intent(inout) :: v
    integer(c_int64_t), intent(in) :: batch, step
    v%len = 0
    if (v%rows > 0 .and. v%cols > 0 .and. batch > 0) v%len = (v%rows - 1)*v%rs + (v%cols - 1)*v%cs + (batch - 1)*step + 1
  end subroutine

  ! 'T' and 'C' swap the strides; any other letter than the three is an argument error.
  subroutine apply_op(v, op, conj, known)
    type(view), intent(inout) :: v
    character, intent(in), optional :: op
    integer(c_int), intent(out) :: conj
    logical, intent(inout) :: known
    conj = 0
    if (.not. present(op)) return
    select case (op)
    case ('N', 'n')
    case ('T', 't', 'C', 'c')
      v = view(v%data, v%len, v%cols, v%rows, v%cs, v%rs)
      if (op == 'C' .or. op == 'c') conj = 1
    case default
      known = .false.
    end select
  end subroutine

#define SUFFIX _f32
#define NAME "f32"
#define ELEMENT real(c_float)
#define PART c_float
#define REAL_TYPE
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#define SUFFIX _f64
#define NAME "f64"
#define ELEMENT real(c_double)
#define PART c_double
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#undef REAL_TYPE
#define SUFFIX _c32
#define NAME "c32"
#define ELEMENT complex(c_float_complex)
#define PART c_float
#include "gemmkit_type.inc"
#undef SUFFIX
#undef NAME
#undef ELEMENT
#undef PART
#define SUFFIX _c64
#define NAME "c64"
#define ELEMENT complex(c_double_complex)
#define PART c_double
#include "gemmkit_type.inc"

end module
