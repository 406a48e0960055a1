// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matrix products by gemmkit, without crates: views over slices with strides, checked once, when they are made.

use std::ffi::{c_void, CStr};
use std::os::raw::c_char;

extern "C" {
    fn gemmkit_last_error() -> *const c_char;
    fn gemmkit_config() -> *const c_char;
    fn gemmkit_set_num_threads(n: i32);
}

/// A matrix in a slice: element (i, j) is data[offset + i*rs + j*cs].
#[derive(Clone, Copy)]
pub struct View<'a, T> {
    data: &'a [T],
    at: Place,
}

/// The same to be written; holding it means that nobody else can see its slice.
pub struct ViewMut<'a, T> {
    data: &'a mut [T],
    at: Place,
}

#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    rows: usize,
    cols: usize,
    rs: isize,
    cs: isize,
}

/// What went wrong, in words.
#[derive(Debug)]
pub struct Error(pub String);

impl Place {
    /// None when an element would lie outside of 0..len.
    fn new(len: usize, offset: usize, (rows, cols): (usize, usize), (rs, cs): (isize, isize)) -> Option<Place> {
        if rows > 0 && cols > 0 {
            let down = isize::try_from(rows - 1).ok()?.checked_mul(rs)?;
            let across = isize::try_from(cols - 1).ok()?.checked_mul(cs)?;
            let first = isize::try_from(offset).ok()?.checked_add(down.min(0))?.checked_add(across.min(0))?;
            let last = isize::try_from(offset).ok()?.checked_add(down.max(0))?.checked_add(across.max(0))?;
            if first < 0 || last as usize >= len {
                return None;
            }
        }
        Some(Place { offset, rows, cols, rs, cs })
    }

    /// Every element of the matrix has a place of its own, in one of the two usual nestings.
    fn is_injective(&self) -> bool {
        let ((n, s), (m, t)) = if self.rs.unsigned_abs() <= self.cs.unsigned_abs() {
            ((self.rows, self.rs), (self.cols, self.cs))
        } else {
            ((self.cols, self.cs), (self.rows, self.rs))
        };
        n == 0 || m == 0 || ((n == 1 || s != 0) && (m == 1 || t.unsigned_abs() > (n - 1) * s.unsigned_abs()))
    }
}

impl<'a, T> View<'a, T> {
    pub fn strided(data: &'a [T], offset: usize, shape: (usize, usize), strides: (isize, isize)) -> Option<Self> {
        Some(View { at: Place::new(data.len(), offset, shape, strides)?, data })
    }
    pub fn row_major(data: &'a [T], rows: usize, cols: usize) -> Option<Self> {
        Self::strided(data, 0, (rows, cols), (cols as isize, 1))
    }
    pub fn transposed(self) -> Self {
        let Place { offset, rows, cols, rs, cs } = self.at;
        View { at: Place { offset, rows: cols, cols: rows, rs: cs, cs: rs }, ..self }
    }
    fn first(&self) -> *const T {
        self.data.as_ptr().wrapping_add(self.at.offset)
    }
}

impl<'a, T> ViewMut<'a, T> {
    pub fn strided(data: &'a mut [T], offset: usize, shape: (usize, usize), strides: (isize, isize)) -> Option<Self> {
        let at = Place::new(data.len(), offset, shape, strides)?;
        at.is_injective().then_some(ViewMut { at, data })
    }
    pub fn row_major(data: &'a mut [T], rows: usize, cols: usize) -> Option<Self> {
        Self::strided(data, 0, (rows, cols), (cols as isize, 1))
    }
}

/// c = alpha*a*b + beta*c. The borrow checker has seen to it that c overlaps neither.
pub fn gemm<T: Element>(
    alpha: T::Out, a: View<T>, b: View<T>, beta: T::Out, c: &mut ViewMut<T::Out>,
) -> Result<(), Error> {
    if a.at.cols != b.at.rows || c.at.rows != a.at.rows || c.at.cols != b.at.cols {
        let shape = |p: &Place| format!("{}x{}", p.rows, p.cols);
        return Err(Error(format!("gemmkit: {} times {} into {}", shape(&a.at), shape(&b.at), shape(&c.at))));
    }
    // SAFETY: the views were checked against their slices, and c is borrowed exclusively.
    let status = unsafe { T::call(a.at.cols, alpha, &a, &b, beta, c) };
    match status {
        0 => Ok(()),
        _ => Err(Error(text(unsafe { gemmkit_last_error() }))),
    }
}

/// Element types: f32, f64, and i8 with i32 results.
pub trait Element: Copy {
    type Out: Copy;
    #[doc(hidden)]
    unsafe fn call(
        k: usize, alpha: Self::Out, a: &View<Self>, b: &View<Self>, beta: Self::Out, c: &mut ViewMut<Self::Out>,
    ) -> i32;
}

macro_rules! element {
    ($type:ty, $out:ty, $entry:ident $(, $epilogue:ident)?) => {
        extern "C" {
            fn $entry(
                m: i64, n: i64, k: i64, alpha: $out, a: *const $type, rsa: i64, csa: i64, b: *const $type, rsb: i64,
                csb: i64, beta: $out, c: *mut $out, rsc: i64, csc: i64, $($epilogue: *const c_void,)? exec: *const c_void,
            ) -> i32;
        }
        impl Element for $type {
            type Out = $out;
            unsafe fn call(
                k: usize, alpha: $out, a: &View<$type>, b: &View<$type>, beta: $out, c: &mut ViewMut<$out>,
            ) -> i32 {
                $(let $epilogue = std::ptr::null();)?
                let (m, n, rsc, csc) = (c.at.rows as i64, c.at.cols as i64, c.at.rs as i64, c.at.cs as i64);
                $entry(
                    m, n, k as i64, alpha, a.first(), a.at.rs as i64, a.at.cs as i64, b.first(), b.at.rs as i64,
                    b.at.cs as i64, beta, c.data.as_mut_ptr().wrapping_add(c.at.offset), rsc, csc, $($epilogue,)?
                    std::ptr::null(),
                )
            }
        }
    };
}
element!(f32, f32, gemmkit_gemm_f32_unchecked, epilogue);
element!(f64, f64, gemmkit_gemm_f64_unchecked, epilogue);
element!(i8, i32, gemmkit_gemm_i8_unchecked);

fn text(pointer: *const c_char) -> String {
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

pub fn config() -> String {
    text(unsafe { gemmkit_config() })
}

pub fn set_num_threads(n: i32) {
    unsafe { gemmkit_set_num_threads(n) }
}
