// Reports of illegal arguments, by the protocol that xerbla.cc describes.
#pragma once

#include "blas/args.h"
#include "blas/options.h"

#include <stddef.h>

namespace gk::blas {

// A C entry, and the Fortran routine that solves its problem: "cblas_dsymv", "DSYMV ".
struct Names {
  const char *c, *fortran;
};

// Who called: Fortran, or C with a layout. Row-major problems have been turned into column-major ones already. Passed
// by value, in registers: a copy in memory, written word by word and read as a whole, costs the smallest products 4 ns.
struct Caller {
  const char *fortran;
  bool from_c, row_major;
};
inline Caller fortran_caller(const char *name) { return {name, false, false}; }
inline Caller c_caller(const Names &names, int layout) { return {names.fortran, true, layout == CblasRowMajor}; }

// The argument at `info` of the Fortran routine's list.
[[gnu::cold]] void report(Caller caller, Int info);

// Whether all arguments are legal; reports the first that is not.
template <class Args>
[[gnu::always_inline]] inline bool accepted(Caller caller, const Args &args) {
  const Int info = illegal_argument(args);
  if (info != 0) [[unlikely]]
    report(caller, info);
  return info == 0;
}

// An argument of a C entry, numbered in its own list, where 1 is the layout.
struct Mistake {
  Int position;  // 0: none
  const char *what;
  Int value;
};
inline bool is_layout(int layout) { return layout == CblasRowMajor || layout == CblasColMajor; }

// An option of an entry that solves a Fortran routine's problem.
[[gnu::cold]] void report_option(const Names &names, int layout, const Mistake &mistake);
// Any argument of an entry that has no such twin.
[[gnu::cold]] void report(const char *name, const Mistake &mistake);
// The same, in one group of a batch.
[[gnu::cold]] void report_in_group(const char *name, const Mistake &mistake, Int group);

// One option of a C entry, in the order of the list.
struct Option {
  bool legal;
  const char *what;
  int value;
};
inline Option side_option(int value) { return {side_of_enum(value) != Side::Invalid, "Side", value}; }
inline Option uplo_option(int value) { return {uplo_of_enum(value) != Uplo::Invalid, "Uplo", value}; }
inline Option diag_option(int value) { return {diag_of_enum(value) != Diag::Invalid, "Diag", value}; }
template <class T>
Option trans_option(int value, const char *what = "TransA") {
  return {op_of_enum<T>(value) != Op::Invalid, what, value};
}

// Whether the layout is legal; reports it if it is not.
inline bool legal_layout(const Names &names, int layout) {
  if (!is_layout(layout)) report_option(names, layout, {1, "layout", layout});
  return is_layout(layout);
}
// Whether the layout and all options are legal; reports the first that is not.
template <size_t Count>
bool legal_options(const Names &names, int layout, const Option (&options)[Count]) {
  if (!legal_layout(names, layout)) return false;
  for (size_t i = 0; i < Count; ++i) {
    if (options[i].legal) continue;
    report_option(names, layout, {static_cast<Int>(i + 2), options[i].what, options[i].value});
    return false;
  }
  return true;
}

}  // namespace gk::blas
