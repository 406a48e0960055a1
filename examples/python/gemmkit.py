# SPDX-License-Identifier: MIT OR Apache-2.0
"""Matrix products by gemmkit over NumPy arrays of any strides, by ctypes: copy this file into your program.

    import numpy as np, gemmkit
    y = gemmkit.gemm(x, w, bias=b, activation="relu")            # float32, float64, float16, complex64, complex128
    s = gemmkit.gemm(x8, w8)                                     # int8 into int32; uint16 holds the bits of bfloat16
    gemmkit.gemm(a, b, out=c, alpha=2, beta=1)                   # c = 2*a*b + c, in place
    w = gemmkit.prepack(w); y = gemmkit.gemm(x, w)               # weights laid out once
    gemmkit.gemm(stack, w)                                       # 3-d operands are batches; a 2-d one serves every entry

Arrays are used where they lie: transposed, reversed, sliced, broadcast. Nothing is copied, and what cannot be used as it
lies is an error. Errors are exceptions (gemmkit.Error) and leave `out` alone. The library is $GEMMKIT_LIBRARY, or
libgemmkit.so.0 where the loader finds it. Calls from several threads at once are fine; ctypes releases the GIL.
"""
import ctypes
import os
import weakref

import numpy as np

_library = ctypes.CDLL(os.environ.get("GEMMKIT_LIBRARY") or "libgemmkit.so.0")
_i32, _i64, _pointer = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p

_STATUS = {1: "SHAPE", 2: "BOUNDS", 3: "ALIAS", 4: "ARGUMENT", 5: "LAYOUT", 6: "TOO_LARGE", 7: "NO_MEMORY", 8: "ISA", 9: "UNSUPPORTED"}
_ACTIVATION = {"relu": 1, "leaky_relu": 2, "clip": 3, "sigmoid": 4, "tanh": 5, "silu": 6, "gelu": 7, "gelu_tanh": 8}
_SIDE = {"row": 1, "col": 2}


class Error(ValueError):
    """status is the name after GEMMKIT_ERR_, e.g. "SHAPE"."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def _check(code):
    if code:
        _library.gemmkit_last_error.restype = ctypes.c_char_p
        raise Error(_STATUS.get(code, str(code)), _library.gemmkit_last_error().decode())


# ---- Types -----------------------------------------------------------------------------------------------------------

class _C32(ctypes.Structure):
    _fields_ = [("re", ctypes.c_float), ("im", ctypes.c_float)]


class _C64(ctypes.Structure):
    _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]


class _View(ctypes.Structure):  # the same for every element type
    _fields_ = [("data", _pointer), ("len", _i64), ("rows", _i64), ("cols", _i64), ("rs", _i64), ("cs", _i64)]


class _Exec(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("threads", _i32), ("workspace", _pointer)]


def _epilogue_type(real):
    function = ctypes.CFUNCTYPE(real, real, _i64, _i64, _pointer)

    class Epilogue(ctypes.Structure):
        map_type = function
        _fields_ = [("struct_size", ctypes.c_uint32), ("bias_kind", _i32), ("bias", _pointer), ("bias_len", _i64),
                    ("activation", _i32), ("slope", real), ("map", function), ("user", _pointer), ("lo", real), ("hi", real),
                    ("residual", _pointer), ("residual_len", _i64), ("residual_rs", _i64), ("residual_cs", _i64),
                    ("residual_batch", _i64)]
    return Epilogue


class _ComplexEpilogue(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("bias_kind", _i32), ("bias", _pointer), ("bias_len", _i64)]


class _Requant(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("scale", _pointer), ("scale_len", _i64), ("zero_point", _i32),
                ("bias", _pointer), ("bias_len", _i64), ("scale_kind", _i32), ("bias_kind", _i32)]


class _Type:
    def __init__(self, name, out, scalar, epilogue):
        self.name, self.out, self.scalar, self.epilogue = name, np.dtype(out), scalar, epilogue
        self.complex = scalar in (_C32, _C64)


_F32, _F64 = _epilogue_type(ctypes.c_float), _epilogue_type(ctypes.c_double)
_TYPES = {  # (type of the operands, of the result); the first of an operand type is its default
    ("f4", "f4"): _Type("f32", "f4", ctypes.c_float, _F32),
    ("f8", "f8"): _Type("f64", "f8", ctypes.c_double, _F64),
    ("f2", "f2"): _Type("f16", "f2", ctypes.c_float, _F32),
    ("f2", "f4"): _Type("f16_f32", "f4", ctypes.c_float, _F32),
    ("u2", "u2"): _Type("bf16", "u2", ctypes.c_float, _F32),
    ("u2", "f4"): _Type("bf16_f32", "f4", ctypes.c_float, _F32),
    ("i1", "i4"): _Type("i8", "i4", _i32, None),
    ("c8", "c8"): _Type("c32", "c8", _C32, _ComplexEpilogue),
    ("c16", "c16"): _Type("c64", "c16", _C64, _ComplexEpilogue),
}


_LOOKUP = {}
for (_operand, _result), _kind in _TYPES.items():
    _LOOKUP[np.dtype(_operand), np.dtype(_result)] = _kind
    _LOOKUP.setdefault((np.dtype(_operand), None), _kind)


def _find_type(dtype, out=None):
    found = _LOOKUP.get((dtype, out if out is None else np.dtype(out)))
    if found is None:
        raise Error("ARGUMENT", "gemmkit: no product of %s into %s" % (dtype, "any type" if out is None else out))
    return found


def to_bf16(array):
    """The nearest bfloat16 numbers, as uint16."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    rounded = ((bits + (0x7FFF + (bits >> 16 & 1))) >> 16).astype(np.uint16)
    return np.where(np.isnan(array), np.uint16(0x7FC0), rounded)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


# ---- Views -----------------------------------------------------------------------------------------------------------

def _strides(array, name):
    if not array.dtype.isnative:
        raise Error("ARGUMENT", "gemmkit: %s is in the other byte order" % name)
    size, strides = array.itemsize, []
    for extent, stride in zip(array.shape, array.strides):
        # The stride of an axis with one element is never used, and NumPy may say anything there.
        step, rest = divmod(stride, size) if extent > 1 else (1, 0)
        if rest:
            raise Error("ARGUMENT", "gemmkit: a stride of %s is no multiple of its element size" % name)
        strides.append(step)
    return strides


class _Operand:
    """An array as the library takes it: rows x cols with element strides, and the stride between entries of a batch."""

    def __init__(self, array, name):
        if array.ndim not in (2, 3):
            raise Error("SHAPE", "gemmkit: %s has %d axes, not 2 or 3" % (name, array.ndim))
        self.array, strides = array, _strides(array, name)
        self.batch = array.shape[0] if array.ndim == 3 else None
        self.step = strides[0] if array.ndim == 3 else 0
        (self.rows, self.cols), (self.rs, self.cs) = array.shape[-2:], strides[-2:]
        self.data = array.__array_interface__["data"][0]
        self.forward = min(strides) >= 0

    def length(self, batch):
        last = (self.rows - 1) * self.rs + (self.cols - 1) * self.cs + max(batch - 1, 0) * self.step
        return last + 1 if self.rows and self.cols and batch else 0

    def view(self, batch=1):
        return ctypes.byref(_View(self.data, self.length(batch), self.rows, self.cols, self.rs, self.cs))


class Packed:
    """An operand laid out for many products; see prepack()."""

    def __init__(self, handle, side, kind, shape):
        self._handle, self.side, self.kind, self.shape = handle, side, kind, shape
        weakref.finalize(self, _library.gemmkit_packed_free, handle)

    @property
    def nbytes(self):
        _library.gemmkit_packed_bytes.restype = ctypes.c_size_t
        return _library.gemmkit_packed_bytes(self._handle)


def prepack(array, side="b", threads=0):
    """Lays out a matrix that will be the right (side "b") or left ("a") operand of many products."""
    kind, operand, handle = _find_type(array.dtype), _Operand(array, side.upper()), _pointer()
    if array.ndim != 2 or side not in ("a", "b"):
        raise Error("ARGUMENT", "gemmkit: prepack takes a matrix, side 'a' or 'b'")
    function = getattr(_library, "gemmkit_prepack_%s_%s_unchecked" % ({"a": "lhs", "b": "rhs"}[side], kind.name))
    _check(function(_i64(operand.rows), _i64(operand.cols), _pointer(operand.data), _i64(operand.rs), _i64(operand.cs),
                    _options(threads, None), ctypes.byref(handle)))
    return Packed(handle, side, kind, array.shape)


class Workspace:
    """Packing memory of one's own, for one call at a time."""

    def __init__(self, nbytes=0):
        handle = _pointer()
        _check(_library.gemmkit_workspace_create(ctypes.c_size_t(nbytes), ctypes.byref(handle)))
        self._handle = handle
        weakref.finalize(self, _library.gemmkit_workspace_destroy, handle)

    @property
    def nbytes(self):
        _library.gemmkit_workspace_capacity.restype = ctypes.c_size_t
        return _library.gemmkit_workspace_capacity(self._handle)


def _options(threads, workspace):
    if not threads and workspace is None:
        return None
    return ctypes.byref(_Exec(ctypes.sizeof(_Exec), threads, workspace._handle if workspace else None))


def _epilogue(kind, bias, bias_per, activation, function, residual, shape):
    if bias is None and activation is None and function is None and residual is None:
        return None, None
    if kind.epilogue is None:
        raise Error("ARGUMENT", "gemmkit: integer products take no epilogue; see gemm_requant")
    epilogue = kind.epilogue(struct_size=ctypes.sizeof(kind.epilogue))
    if bias is not None:
        if bias.dtype != kind.out or bias.ndim != 1 or _strides(bias, "the bias") != [1]:
            raise Error("ARGUMENT", "gemmkit: the bias must be a dense vector of %s" % kind.out)
        epilogue.bias_kind, epilogue.bias, epilogue.bias_len = _SIDE[bias_per], bias.ctypes.data, len(bias)
    if kind.complex and (activation or function or residual):
        raise Error("ARGUMENT", "gemmkit: complex products take a bias only")
    if activation is not None:
        name, *numbers = (activation,) if isinstance(activation, str) else activation
        if name not in _ACTIVATION:
            raise Error("ARGUMENT", "gemmkit: no activation called %r" % (name,))
        epilogue.activation = _ACTIVATION[name]
        if name == "leaky_relu":
            (epilogue.slope,) = numbers
        elif name == "clip":
            epilogue.lo, epilogue.hi = numbers
    if residual is not None:
        array = residual.array
        if array.dtype != kind.out or array.shape not in (shape, shape[-2:]):
            raise Error("SHAPE", "gemmkit: the residual is %s of %s, the product %s of %s" % (array.shape, array.dtype, shape, kind.out))
        epilogue.residual, epilogue.residual_len = residual.data, residual.length(residual.batch or 1)
        epilogue.residual_rs, epilogue.residual_cs, epilogue.residual_batch = residual.rs, residual.cs, residual.step
    raised = []
    if function is not None:
        def guarded(value, row, col, _):  # an exception cannot pass through C: it waits for the end of the product
            try:
                return function(value, row, col)
            except BaseException as error:
                raised.append(error)
                return float("nan")
        epilogue.map = kind.epilogue.map_type(guarded)
    return ctypes.byref(epilogue), (epilogue, raised)


def _finish(code, keep):
    """The status of a call; keep is what its epilogue needed to live, with the exceptions of a map."""
    if keep and keep[1]:
        raise keep[1][0]
    _check(code)


# ---- Products --------------------------------------------------------------------------------------------------------

def gemm(a, b, out=None, alpha=1, beta=0, conj_a=False, conj_b=False, bias=None, bias_per="col", activation=None,
         map=None, residual=None, out_dtype=None, threads=0, workspace=None):
    """out = activation(alpha*a@b + beta*out + bias + residual). Returns out, which is created when not given.

    a, b        matrices, or stacks of them (3-d), or for at most one of them a Packed
    bias        a vector with an element per column of out, or per row with bias_per="row"
    activation  "relu", ("leaky_relu", slope), ("clip", lo, hi), "sigmoid", "tanh", "silu", "gelu", "gelu_tanh"
    residual    an array like out, or a matrix for every entry of a batch (real types); not out itself
    map         function(value, row, col) instead, for float32 and float64; called once per element, so slow
    out_dtype   np.float32 for products of half precision that are not to be rounded
    threads     0: automatic, 1: serial, n: at most n
    """
    packed = [isinstance(x, Packed) for x in (a, b)]
    if all(packed):
        raise Error("ARGUMENT", "gemmkit: only one operand may be packed")
    given = (a, b)[packed[0]]
    if not any(packed) and a.dtype != b.dtype:
        raise Error("ARGUMENT", "gemmkit: the operands are %s and %s" % (a.dtype, b.dtype))
    kind = _find_type(given.dtype, out_dtype if out is None else out.dtype)
    residual = None if residual is None else _Operand(residual, "the residual")
    if any(packed):
        return _gemm_packed(kind, a, b, out, alpha, beta, (conj_a, conj_b), (bias, bias_per, activation, map, residual), threads, workspace)

    va, vb = _Operand(a, "A"), _Operand(b, "B")
    batches = [x.batch for x in (va, vb) if x.batch is not None]
    if va.cols != vb.rows or len(set(batches)) > 1:
        raise Error("SHAPE", "gemmkit: shapes %s and %s do not match" % (a.shape, b.shape))
    shape = tuple(batches[:1]) + (va.rows, vb.cols)
    out = _make_out(out, shape, kind, beta)
    vc = _Operand(out, "C")
    epilogue, keep = _epilogue(kind, bias, bias_per, activation, map, residual, shape)
    name, count, steps = "gemmkit_gemm_", [], (None, None, None)
    if batches:
        name, count, steps = "gemmkit_gemm_batched_", [_i64(batches[0])], (va.step, vb.step, vc.step)
    conj = ([ctypes.c_int(conj_a)], [ctypes.c_int(conj_b)]) if kind.complex else ([], [])
    step = [[] if s is None else [_i64(s)] for s in steps]
    n = batches[0] if batches else 1
    if va.forward and vb.forward and vc.forward and (residual is None or residual.forward):  # the library checks overlap and bounds
        arguments = ([*count, _scalar(kind, alpha), va.view(n), *conj[0], *step[0], vb.view(n), *conj[1], *step[1],
                      _scalar(kind, beta), vc.view(n), *step[2]])
        name += kind.name
    else:  # reversed axes: NumPy checks overlap
        if any(np.may_share_memory(out, x.array) for x in (va, vb, residual) if x):
            raise Error("ALIAS", "gemmkit: out may overlap an operand")
        arguments = [*count, _i64(va.rows), _i64(vb.cols), _i64(va.cols), _scalar(kind, alpha)]
        for view, c, s in ((va, conj[0], step[0]), (vb, conj[1], step[1])):
            arguments += [_pointer(view.data), _i64(view.rs), _i64(view.cs), *c, *s]
        arguments += [_scalar(kind, beta), _pointer(vc.data), _i64(vc.rs), _i64(vc.cs), *step[2]]
        name += kind.name + "_unchecked"
    if kind.epilogue is not None:
        arguments.append(epilogue)
    _finish(getattr(_library, name)(*arguments, _options(threads, workspace)), keep)
    return out


def _gemm_packed(kind, a, b, out, alpha, beta, conj, epilogue, threads, workspace):
    handle = a if isinstance(a, Packed) else b
    other = _Operand(b if handle is a else a, "B" if handle is a else "A")
    if handle.side != ("a" if handle is a else "b") or handle.kind.name != kind.name.split("_")[0]:
        raise Error("ARGUMENT", "gemmkit: this operand was packed as %s of %s" % (handle.side, handle.kind.name))
    if a.shape[-1] != b.shape[0] or other.batch is not None:
        raise Error("SHAPE", "gemmkit: shapes %s and %s do not match" % (a.shape, b.shape))
    out = _make_out(out, (a.shape[0], b.shape[1]), kind, beta, "C" if handle is a else "F")
    vc = _Operand(out, "C")
    residual = epilogue[-1]
    forward = other.forward and vc.forward and (residual is None or residual.forward)
    if not forward and any(np.may_share_memory(out, x.array) for x in (other, residual) if x):
        raise Error("ALIAS", "gemmkit: out may overlap an operand")
    if forward:
        operands, extent, c, suffix = [handle._handle, other.view()], [], [vc.view()], ""
    else:
        operands = [handle._handle, [_pointer(other.data), _i64(other.rs), _i64(other.cs)]]
        extent, suffix = [_i64(other.cols if handle is a else other.rows)], "_unchecked"
        c = [_pointer(vc.data), _i64(vc.rs), _i64(vc.cs)]
    if handle is b:
        operands.reverse()
    arguments = extent + [_scalar(kind, alpha)]
    for operand, c_flag in zip(operands, conj):
        arguments += operand if isinstance(operand, list) else [operand]
        if kind.complex:
            arguments.append(ctypes.c_int(c_flag))
    arguments += [_scalar(kind, beta), *c]
    pointer, keep = _epilogue(kind, *epilogue, out.shape)
    if kind.epilogue is not None:
        arguments.append(pointer)
    function = getattr(_library, "gemmkit_gemm_packed_%s_%s%s" % (handle.side, kind.name, suffix))
    _finish(function(*arguments, _options(threads, workspace)), keep)
    return out


def gemm_requant(a, b, scale, zero_point=0, bias=None, out=None, out_dtype=np.int8, per="col", threads=0, workspace=None):
    """int8 or uint8 results: clamp(zero_point + round(scale*(a@b + bias))); scale (float32) and bias (int32) are vectors
    along `per`, or scale is one number. Either operand may be a Packed."""
    handle = a if isinstance(a, Packed) else b if isinstance(b, Packed) else None
    if a.shape[-1] != b.shape[0]:
        raise Error("SHAPE", "gemmkit: shapes %s and %s do not match" % (a.shape, b.shape))
    dtype = np.dtype(out_dtype if out is None else out.dtype)
    if dtype not in (np.int8, np.uint8) or any(not isinstance(x, Packed) and x.dtype != np.int8 for x in (a, b)):
        raise Error("ARGUMENT", "gemmkit: requantised products are of int8 into int8 or uint8")
    if out is None:
        out = np.empty((a.shape[0], b.shape[1]), dtype, order="F" if handle is b else "C")
    scale = np.ascontiguousarray(np.atleast_1d(scale), np.float32)
    requant = _Requant(struct_size=ctypes.sizeof(_Requant), scale=scale.ctypes.data, scale_len=scale.size,
                       zero_point=zero_point, scale_kind=_SIDE[per] if scale.size > 1 else 0)
    if bias is not None:
        bias = np.ascontiguousarray(bias, np.int32)
        requant.bias, requant.bias_len, requant.bias_kind = bias.ctypes.data, bias.size, _SIDE[per]
    operands = [x._handle if isinstance(x, Packed) else _Operand(x, name).view() for x, name in ((a, "A"), (b, "B"))]
    name = "gemmkit_gemm_%si8_requant%s" % ("packed_%s_" % handle.side if handle else "", "_u8" if dtype == np.uint8 else "")
    _check(getattr(_library, name)(*operands, ctypes.byref(requant), _Operand(out, "C").view(), _options(threads, workspace)))
    return out


def _make_out(out, shape, kind, beta, order="C"):
    if out is None:
        if beta != 0:
            raise Error("ARGUMENT", "gemmkit: beta without out")
        return np.empty(shape, kind.out, order=order)
    if out.shape != shape:
        raise Error("SHAPE", "gemmkit: out is %s, the product %s" % (out.shape, shape))
    if not out.flags.writeable:
        raise Error("ARGUMENT", "gemmkit: out is read-only")
    return out


def _scalar(kind, value):
    if kind.complex:
        return ctypes.byref(kind.scalar(complex(value).real, complex(value).imag))
    return kind.scalar(value)


# ---- Settings --------------------------------------------------------------------------------------------------------

def set_num_threads(n):
    _library.gemmkit_set_num_threads(_i32(n))


def max_threads():
    return _library.gemmkit_get_max_threads()


def isa(name="f32"):
    """The instruction set in force for an element type."""
    _library.gemmkit_isa.restype = ctypes.c_char_p
    found = _library.gemmkit_isa(name.encode())
    if found is None:
        _check(4)
    return found.decode()


def config():
    _library.gemmkit_config.restype = ctypes.c_char_p
    return _library.gemmkit_config().decode()
