// SPDX-License-Identifier: MIT OR Apache-2.0

// Package gemmkit multiplies matrices in Go's own memory through cgo.
//
// Build with CGO_CFLAGS and CGO_LDFLAGS from pkg-config, or as README.md says.
package gemmkit

/*
#cgo LDFLAGS: -lgemmkit
#include <gemmkit.h>

// Views are made here, because Go may not hand out memory that holds pointers into Go's memory.
typedef struct { int64_t len, rows, cols, rs, cs, step; } shape;

static gemmkit_status batched(int64_t n, float alpha, const float *a, shape sa, const float *b, shape sb, float beta,
                              float *c, shape sc) {
  gemmkit_cview_f32 va = {a, sa.len, sa.rows, sa.cols, sa.rs, sa.cs}, vb = {b, sb.len, sb.rows, sb.cols, sb.rs, sb.cs};
  gemmkit_view_f32 vc = {c, sc.len, sc.rows, sc.cols, sc.rs, sc.cs};
  return gemmkit_gemm_batched_f32(n, alpha, &va, sa.step, &vb, sb.step, beta, &vc, sc.step, NULL, NULL);
}
*/
import "C"

import (
	"errors"
	"runtime"
)

// A Matrix is a view of a slice: element (i, j) is Data[i*RowStride+j*ColStride].
type Matrix struct {
	Data                 []float32
	Rows, Cols           int
	RowStride, ColStride int
}

// RowMajor makes a matrix over data.
func RowMajor(data []float32, rows, cols int) Matrix { return Matrix{data, rows, cols, cols, 1} }

// T is the transposed view.
func (a Matrix) T() Matrix { return Matrix{a.Data, a.Cols, a.Rows, a.ColStride, a.RowStride} }

func (a Matrix) shape(step int) C.shape {
	return C.shape{C.int64_t(len(a.Data)), C.int64_t(a.Rows), C.int64_t(a.Cols), C.int64_t(a.RowStride), C.int64_t(a.ColStride), C.int64_t(step)}
}

func (a Matrix) first() *C.float {
	if len(a.Data) == 0 {
		return nil
	}
	return (*C.float)(&a.Data[0])
}

// Gemm computes c = alpha*a*b + beta*c.
func Gemm(alpha float32, a, b Matrix, beta float32, c Matrix) error {
	return Batched(1, alpha, a, 0, b, 0, beta, c, len(c.Data))
}

// Batched computes c_e = alpha*a_e*b_e + beta*c_e for e in [0, n): entry e begins e times a step after the one given. A step
// of 0 shares a or b.
func Batched(n int, alpha float32, a Matrix, stepA int, b Matrix, stepB int, beta float32, c Matrix, stepC int) error {
	// The message belongs to the thread, so the goroutine stays on it. The library checks bounds and overlap.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := C.batched(C.int64_t(n), C.float(alpha), a.first(), a.shape(stepA), b.first(), b.shape(stepB), C.float(beta), c.first(), c.shape(stepC))
	if status != C.GEMMKIT_OK {
		return errors.New(C.GoString(C.gemmkit_last_error()))
	}
	return nil
}

// Config is one line about the library.
func Config() string {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return C.GoString(C.gemmkit_config())
}

// SetNumThreads sets the width of a team.
func SetNumThreads(n int) { C.gemmkit_set_num_threads(C.int32_t(n)) }
