/* gemmkit_cblas: the BLAS-compatible face of gemmkit (libgemmkit_blas, libgemmkit_blas64).
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Link -lgemmkit_blas (pkg-config gemmkit-blas, CMake gemmkit::blas), or preload it under a program that was
 * linked with another BLAS. Integers are 32 bits wide (LP64); products of sizes are formed in 64 bits.
 *
 * With GEMMKIT_ILP64 defined this header is that of libgemmkit_blas64 (pkg-config gemmkit-blas64 and CMake
 * gemmkit::blas64 define it): CBLAS_INT is 64 bits wide, and all names stand for those with the suffix 64_, such as
 * cblas_dgemm64_ and dgemm_64_, so that both libraries, and any other BLAS, can live in one process.
 *
 * Types and prototypes are those of the reference's cblas.h, so this header may be included together with any
 * cblas.h. If that one comes first its declarations are used. If this one comes first it stands in for the other,
 * which then adds nothing: include the other first when you need functions that are not declared here. The names of
 * ILP64 are declared nowhere else, so then this one must come first.
 */
#ifndef GEMMKIT_CBLAS_H
#define GEMMKIT_CBLAS_H

#include <stddef.h>
#include <stdint.h>

#ifdef GEMMKIT_ILP64
#if defined(CBLAS_H) || defined(__MKL_CBLAS_H__) || defined(__GSL_CBLAS_H__)
#error "with GEMMKIT_ILP64, include gemmkit_cblas.h before any other cblas.h"
#endif
#include "gemmkit_cblas64.h"
#undef CBLAS_INT
#define CBLAS_INT int64_t
#endif

#ifndef CBLAS_INT
#define CBLAS_INT int32_t
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- CBLAS ------------------------------------------------------------ */

#if !defined(CBLAS_H) && !defined(__MKL_CBLAS_H__) && !defined(__GSL_CBLAS_H__)
#define CBLAS_H

#ifndef CBLAS_INDEX
#define CBLAS_INDEX size_t
#endif

typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum CBLAS_TRANSPOSE {
  CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113,
  CblasConjNoTrans = 114 /* of complex matrices: conjugated, not transposed; an extension of OpenBLAS and oneMKL */
} CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 } CBLAS_UPLO;
typedef enum CBLAS_DIAG { CblasNonUnit = 131, CblasUnit = 132 } CBLAS_DIAG;
typedef enum CBLAS_SIDE { CblasLeft = 141, CblasRight = 142 } CBLAS_SIDE;
typedef enum CBLAS_OFFSET { CblasRowOffset = 171, CblasColOffset = 172, CblasFixOffset = 173 } CBLAS_OFFSET;
#define CBLAS_ORDER CBLAS_LAYOUT /* its older name, with and without "enum" before it */

/* C <- alpha*op(A)*op(B) + beta*C; op(A) is M x K, op(B) K x N, C M x N. CblasConjTrans is
 * CblasTrans of real matrices.
 *
 * Leading dimensions count elements from column to column (CblasColMajor) or row to row (CblasRowMajor) and must be
 * at least 1 and at least the extent of the stored matrix in the other direction. beta == 0: C is not read.
 * alpha == 0 or K == 0: A and B are not read. C must not overlap A or B.
 *
 * An illegal argument is reported (see below) and leaves C untouched. When the environment variable
 * GEMMKIT_REQUIRE_ISA demands what this CPU lacks, the message goes to stderr and the program is aborted. */
void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                 const CBLAS_INT N, const CBLAS_INT K, const float alpha, const float *A, const CBLAS_INT lda,
                 const float *B, const CBLAS_INT ldb, const float beta, float *C, const CBLAS_INT ldc);
void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                 const CBLAS_INT N, const CBLAS_INT K, const double alpha, const double *A, const CBLAS_INT lda,
                 const double *B, const CBLAS_INT ldb, const double beta, double *C, const CBLAS_INT ldc);
void cblas_cgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                 const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                 const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                 const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                 const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);

/* The same products. Elsewhere these save a quarter of the multiplications at the price of accuracy; here they are as
 * accurate as cblas_cgemm and cblas_zgemm, and as fast. */
void cblas_cgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                   const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                   const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                   const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                   const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);

/* A and B of bfloat16 (their bits), C and the sums of float: OpenBLAS's signature. */
void cblas_sbgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                  const CBLAS_INT N, const CBLAS_INT K, const float alpha, const uint16_t *A, const CBLAS_INT lda,
                  const uint16_t *B, const CBLAS_INT ldb, const float beta, float *C, const CBLAS_INT ldc);

/* C <- alpha*(op(A) + ao)*(op(B) + bo) + beta*C + Co on 8-bit integers, with oneMKL's signature; ao and bo are added to
 * every element of op(A) and op(B). Every element of Co is oc[0] (CblasFixOffset), or each of its rows is oc[0..N-1]
 * (CblasRowOffset), or each of its columns oc[0..M-1] (CblasColOffset).
 *
 * s8s8s32: A and B are signed. s8u8s32: A is signed and B unsigned when column-major; row-major, as in oneMKL, A is
 * unsigned and B signed.
 *
 * Sums are exact modulo 2^32. So is the result when alpha and beta are whole numbers below 2^31 in magnitude; otherwise
 * it is computed from the sum in double, rounded to nearest even and clamped to 32 bits. Illegal arguments are reported
 * by cblas_xerbla with their position in this list: 4 offsetc, 5 M, 6 N, 7 K, 10 lda, 13 ldb, 17 ldc. */
void cblas_gemm_s8s8s32(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, CBLAS_OFFSET offsetc,
                        const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT K, const float alpha, const void *A,
                        const CBLAS_INT lda, const int8_t ao, const void *B, const CBLAS_INT ldb, const int8_t bo,
                        const float beta, int32_t *C, const CBLAS_INT ldc, const int32_t *oc);
void cblas_gemm_s8u8s32(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, CBLAS_OFFSET offsetc,
                        const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT K, const float alpha, const void *A,
                        const CBLAS_INT lda, const int8_t ao, const void *B, const CBLAS_INT ldb, const int8_t bo,
                        const float beta, int32_t *C, const CBLAS_INT ldc, const int32_t *oc);

/* The rest of level 3. What is said of gemm about leading dimensions, alpha == 0, beta == 0, illegal arguments and
 * GEMMKIT_REQUIRE_ISA holds for all of it: nothing that is written may overlap what is read.
 *
 * C <- alpha*A*B + beta*C (Left) or alpha*B*A + beta*C (Right); B and C are M x N; A, M x M (Left) or N x N (Right), is
 * symmetric, of hemm Hermitian: one triangle is stored and read, of hemm without the imaginary parts of the diagonal. */
void cblas_ssymm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const float alpha, const float *A, const CBLAS_INT lda, const float *B, const CBLAS_INT ldb,
                 const float beta, float *C, const CBLAS_INT ldc);
void cblas_dsymm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const double alpha, const double *A, const CBLAS_INT lda, const double *B, const CBLAS_INT ldb,
                 const double beta, double *C, const CBLAS_INT ldc);
void cblas_csymm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                 const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zsymm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                 const void *beta, void *C, const CBLAS_INT ldc);
void cblas_chemm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                 const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zhemm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, const CBLAS_INT M, const CBLAS_INT N,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                 const void *beta, void *C, const CBLAS_INT ldc);

/* The stated triangle of C, N x N, which alone is read and written: C <- alpha*A*A^T + beta*C (NoTrans, A is N x K) or
 * alpha*A^T*A + beta*C (Trans, A is K x N). herk has ^H for ^T, and makes the diagonal real. Of complex matrices Trans is
 * syrk's only, ConjTrans herk's only. */
void cblas_ssyrk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const float alpha, const float *A, const CBLAS_INT lda, const float beta, float *C,
                 const CBLAS_INT ldc);
void cblas_dsyrk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const double alpha, const double *A, const CBLAS_INT lda, const double beta, double *C,
                 const CBLAS_INT ldc);
void cblas_csyrk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zsyrk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const void *alpha, const void *A, const CBLAS_INT lda, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_cherk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const float alpha, const void *A, const CBLAS_INT lda, const float beta, void *C, const CBLAS_INT ldc);
void cblas_zherk(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                 const double alpha, const void *A, const CBLAS_INT lda, const double beta, void *C,
                 const CBLAS_INT ldc);

/* The same of C <- alpha*A*B^T + alpha*B*A^T + beta*C or alpha*A^T*B + alpha*B^T*A + beta*C; her2k has
 * alpha*A*B^H + conj(alpha)*B*A^H and alpha*A^H*B + conj(alpha)*B^H*A. */
void cblas_ssyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const float alpha, const float *A, const CBLAS_INT lda, const float *B, const CBLAS_INT ldb,
                  const float beta, float *C, const CBLAS_INT ldc);
void cblas_dsyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const double alpha, const double *A, const CBLAS_INT lda, const double *B, const CBLAS_INT ldb,
                  const double beta, double *C, const CBLAS_INT ldc);
void cblas_csyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                  const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zsyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                  const void *beta, void *C, const CBLAS_INT ldc);
void cblas_cher2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                  const float beta, void *C, const CBLAS_INT ldc);
void cblas_zher2k(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE Trans, const CBLAS_INT N, const CBLAS_INT K,
                  const void *alpha, const void *A, const CBLAS_INT lda, const void *B, const CBLAS_INT ldb,
                  const double beta, void *C, const CBLAS_INT ldc);

/* The stated triangle of C <- alpha*op(A)*op(B) + beta*C, C being N x N. gemmt is oneMKL's and OpenBLAS's name, gemmtr the
 * reference's. */
void cblas_sgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                  const CBLAS_INT N, const CBLAS_INT K, const float alpha, const float *A, const CBLAS_INT lda,
                  const float *B, const CBLAS_INT ldb, const float beta, float *C, const CBLAS_INT ldc);
void cblas_dgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                  const CBLAS_INT N, const CBLAS_INT K, const double alpha, const double *A, const CBLAS_INT lda,
                  const double *B, const CBLAS_INT ldb, const double beta, double *C, const CBLAS_INT ldc);
void cblas_cgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                  const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                  const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                  const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                  const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_sgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                   const CBLAS_INT N, const CBLAS_INT K, const float alpha, const float *A, const CBLAS_INT lda,
                   const float *B, const CBLAS_INT ldb, const float beta, float *C, const CBLAS_INT ldc);
void cblas_dgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                   const CBLAS_INT N, const CBLAS_INT K, const double alpha, const double *A, const CBLAS_INT lda,
                   const double *B, const CBLAS_INT ldb, const double beta, double *C, const CBLAS_INT ldc);
void cblas_cgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                   const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                   const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);
void cblas_zgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB,
                   const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A, const CBLAS_INT lda,
                   const void *B, const CBLAS_INT ldb, const void *beta, void *C, const CBLAS_INT ldc);

/* B <- alpha*op(A)*B (Left) or alpha*B*op(A) (Right), with trsm alpha*op(A)^-1*B or alpha*B*op(A)^-1; B is M x N, A
 * M x M (Left) or N x N (Right) and triangular. The other triangle is not read, of a unit matrix neither is the diagonal.
 * alpha == 0: A is not read, and B becomes 0. A is not tested for being singular. */
void cblas_strmm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const float alpha, const float *A, const CBLAS_INT lda, float *B,
                 const CBLAS_INT ldb);
void cblas_dtrmm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const double alpha, const double *A, const CBLAS_INT lda,
                 double *B, const CBLAS_INT ldb);
void cblas_ctrmm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *A, const CBLAS_INT lda, void *B,
                 const CBLAS_INT ldb);
void cblas_ztrmm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *A, const CBLAS_INT lda, void *B,
                 const CBLAS_INT ldb);
void cblas_strsm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const float alpha, const float *A, const CBLAS_INT lda, float *B,
                 const CBLAS_INT ldb);
void cblas_dtrsm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const double alpha, const double *A, const CBLAS_INT lda,
                 double *B, const CBLAS_INT ldb);
void cblas_ctrsm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *A, const CBLAS_INT lda, void *B,
                 const CBLAS_INT ldb);
void cblas_ztrsm(CBLAS_LAYOUT layout, CBLAS_SIDE Side, CBLAS_UPLO Uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG Diag,
                 const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *A, const CBLAS_INT lda, void *B,
                 const CBLAS_INT ldb);

/* y <- alpha*op(A)*x + beta*y; A is M x N as stored, lda as above. Increments are in elements and not 0; a vector with
 * a negative one is stored backwards. beta == 0: y is not read. M == 0 or N == 0: y is left as it is. y must not
 * overlap A or x. */
void cblas_sgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const float alpha,
                 const float *A, const CBLAS_INT lda, const float *X, const CBLAS_INT incX, const float beta, float *Y,
                 const CBLAS_INT incY);
void cblas_dgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const double alpha,
                 const double *A, const CBLAS_INT lda, const double *X, const CBLAS_INT incX, const double beta,
                 double *Y, const CBLAS_INT incY);
void cblas_cgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const void *alpha,
                 const void *A, const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);
void cblas_zgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const void *alpha,
                 const void *A, const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);

/* A band: y <- alpha*op(A)*x + beta*y as gemv, A being M x N with KL diagonals below and KU above the main one. Column-major,
 * element (i, j) is A[KU + i - j + j*lda]; row-major, A[KL + j - i + i*lda]. lda >= KL + KU + 1. */
void cblas_sgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT KL,
                 const CBLAS_INT KU, const float alpha, const float *A, const CBLAS_INT lda, const float *X,
                 const CBLAS_INT incX, const float beta, float *Y, const CBLAS_INT incY);
void cblas_dgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT KL,
                 const CBLAS_INT KU, const double alpha, const double *A, const CBLAS_INT lda, const double *X,
                 const CBLAS_INT incX, const double beta, double *Y, const CBLAS_INT incY);
void cblas_cgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT KL,
                 const CBLAS_INT KU, const void *alpha, const void *A, const CBLAS_INT lda, const void *X,
                 const CBLAS_INT incX, const void *beta, void *Y, const CBLAS_INT incY);
void cblas_zgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT KL,
                 const CBLAS_INT KU, const void *alpha, const void *A, const CBLAS_INT lda, const void *X,
                 const CBLAS_INT incX, const void *beta, void *Y, const CBLAS_INT incY);

/* y <- alpha*A*x + beta*y with a symmetric A (sy), or a hermitian one (he), of order N. Only the triangle uplo is read, and
 * of a hermitian diagonal only the real parts.
 *
 * sb and hb: a band of K diagonals besides the main one. Column-major, upper: A[K + i - j + j*lda], lower: A[i - j +
 * j*lda]; row-major, upper: A[j - i + i*lda], lower: A[K + j - i + i*lda]. lda > K. sp and hp: the triangle's columns
 * (column-major) or rows (row-major) without gaps. beta == 0: y is not read. Increments and overlaps as of gemv. */
void cblas_ssymv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *A,
                 const CBLAS_INT lda, const float *X, const CBLAS_INT incX, const float beta, float *Y,
                 const CBLAS_INT incY);
void cblas_dsymv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *A,
                 const CBLAS_INT lda, const double *X, const CBLAS_INT incX, const double beta, double *Y,
                 const CBLAS_INT incY);
void cblas_chemv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *A,
                 const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);
void cblas_zhemv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *A,
                 const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);
void cblas_ssbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const CBLAS_INT K, const float alpha,
                 const float *A, const CBLAS_INT lda, const float *X, const CBLAS_INT incX, const float beta, float *Y,
                 const CBLAS_INT incY);
void cblas_dsbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const CBLAS_INT K, const double alpha,
                 const double *A, const CBLAS_INT lda, const double *X, const CBLAS_INT incX, const double beta,
                 double *Y, const CBLAS_INT incY);
void cblas_chbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const CBLAS_INT K, const void *alpha,
                 const void *A, const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);
void cblas_zhbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const CBLAS_INT K, const void *alpha,
                 const void *A, const CBLAS_INT lda, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                 const CBLAS_INT incY);
void cblas_sspmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *Ap,
                 const float *X, const CBLAS_INT incX, const float beta, float *Y, const CBLAS_INT incY);
void cblas_dspmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *Ap,
                 const double *X, const CBLAS_INT incX, const double beta, double *Y, const CBLAS_INT incY);
void cblas_chpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *Ap,
                 const void *X, const CBLAS_INT incX, const void *beta, void *Y, const CBLAS_INT incY);
void cblas_zhpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *Ap,
                 const void *X, const CBLAS_INT incX, const void *beta, void *Y, const CBLAS_INT incY);

/* x <- op(A)*x (mv) and x <- op(A)^-1*x (sv) with a triangular A of order N, stored as above: whole (tr), as a band (tb) or
 * packed (tp). CblasUnit: the diagonal is not read and taken for 1. There is no test for singularity: it shows as
 * infinities and NaN. x must not overlap A; increments as of gemv. */
void cblas_strmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const float *A, const CBLAS_INT lda, float *X, const CBLAS_INT incX);
void cblas_dtrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const double *A, const CBLAS_INT lda, double *X, const CBLAS_INT incX);
void cblas_ctrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_ztrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_stbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const float *A, const CBLAS_INT lda, float *X, const CBLAS_INT incX);
void cblas_dtbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const double *A, const CBLAS_INT lda, double *X, const CBLAS_INT incX);
void cblas_ctbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_ztbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_stpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const float *Ap, float *X, const CBLAS_INT incX);
void cblas_dtpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const double *Ap, double *X, const CBLAS_INT incX);
void cblas_ctpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *Ap, void *X, const CBLAS_INT incX);
void cblas_ztpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *Ap, void *X, const CBLAS_INT incX);
void cblas_strsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const float *A, const CBLAS_INT lda, float *X, const CBLAS_INT incX);
void cblas_dtrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const double *A, const CBLAS_INT lda, double *X, const CBLAS_INT incX);
void cblas_ctrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_ztrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_stbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const float *A, const CBLAS_INT lda, float *X, const CBLAS_INT incX);
void cblas_dtbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const double *A, const CBLAS_INT lda, double *X, const CBLAS_INT incX);
void cblas_ctbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_ztbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const CBLAS_INT K, const void *A, const CBLAS_INT lda, void *X, const CBLAS_INT incX);
void cblas_stpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const float *Ap, float *X, const CBLAS_INT incX);
void cblas_dtpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const double *Ap, double *X, const CBLAS_INT incX);
void cblas_ctpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *Ap, void *X, const CBLAS_INT incX);
void cblas_ztpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE TransA, CBLAS_DIAG diag, const CBLAS_INT N,
                 const void *Ap, void *X, const CBLAS_INT incX);

/* A <- alpha*x*y^T + A (ger, geru) and A <- alpha*x*y^H + A (gerc); A is M x N, x has M elements, y has N. Here and below
 * alpha == 0 changes nothing, A must not overlap a vector, and increments are as of gemv. */
void cblas_sger(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const float alpha, const float *X,
                const CBLAS_INT incX, const float *Y, const CBLAS_INT incY, float *A, const CBLAS_INT lda);
void cblas_dger(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const double alpha, const double *X,
                const CBLAS_INT incX, const double *Y, const CBLAS_INT incY, double *A, const CBLAS_INT lda);
void cblas_cgeru(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);
void cblas_zgeru(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);
void cblas_cgerc(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);
void cblas_zgerc(CBLAS_LAYOUT layout, const CBLAS_INT M, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);

/* Of a symmetric or hermitian A only the triangle uplo is read and written: A <- alpha*x*x^T + A (syr, spr) and
 * A <- alpha*x*x^H + A (her, hpr, alpha real); A <- alpha*x*y^T + alpha*y*x^T + A (syr2, spr2) and
 * A <- alpha*x*y^H + conj(alpha)*y*x^H + A (her2, hpr2). The imaginary parts of a hermitian diagonal become zero, except
 * when alpha is and nothing happens. */
void cblas_ssyr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *X,
                const CBLAS_INT incX, float *A, const CBLAS_INT lda);
void cblas_dsyr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *X,
                const CBLAS_INT incX, double *A, const CBLAS_INT lda);
void cblas_cher(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const void *X,
                const CBLAS_INT incX, void *A, const CBLAS_INT lda);
void cblas_zher(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const void *X,
                const CBLAS_INT incX, void *A, const CBLAS_INT lda);
void cblas_sspr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *X,
                const CBLAS_INT incX, float *Ap);
void cblas_dspr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *X,
                const CBLAS_INT incX, double *Ap);
void cblas_chpr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const void *X,
                const CBLAS_INT incX, void *Ap);
void cblas_zhpr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const void *X,
                const CBLAS_INT incX, void *Ap);
void cblas_ssyr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *X,
                 const CBLAS_INT incX, const float *Y, const CBLAS_INT incY, float *A, const CBLAS_INT lda);
void cblas_dsyr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *X,
                 const CBLAS_INT incX, const double *Y, const CBLAS_INT incY, double *A, const CBLAS_INT lda);
void cblas_cher2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);
void cblas_zher2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *A, const CBLAS_INT lda);
void cblas_sspr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const float alpha, const float *X,
                 const CBLAS_INT incX, const float *Y, const CBLAS_INT incY, float *Ap);
void cblas_dspr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const double alpha, const double *X,
                 const CBLAS_INT incX, const double *Y, const CBLAS_INT incY, double *Ap);
void cblas_chpr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *Ap);
void cblas_zhpr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, const CBLAS_INT N, const void *alpha, const void *X,
                 const CBLAS_INT incX, const void *Y, const CBLAS_INT incY, void *Ap);

/* Many products in one call: group g has group_size[g] products of one shape, TransA_array[g], M_array[g] ... ldc_array[g];
 * the products' matrices are listed group after group in A_array, B_array and C_array, of sum(group_size) pointers each.
 * The signature is that of oneMKL and OpenBLAS. No C may overlap another matrix of the call; their order is not defined.
 * A group of size 0 is skipped, and so are its other arguments.
 *
 * All arguments are checked before anything is computed. An illegal one is reported by cblas_xerbla with its position in
 * this list (M_array is 4, lda_array 9, group_count 15) and the number of the group; RowMajorStrg stays 0. */
void cblas_sgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *TransA_array, const CBLAS_TRANSPOSE *TransB_array,
                       const CBLAS_INT *M_array, const CBLAS_INT *N_array, const CBLAS_INT *K_array,
                       const float *alpha_array, const float **A_array, const CBLAS_INT *lda_array,
                       const float **B_array, const CBLAS_INT *ldb_array, const float *beta_array, float **C_array,
                       const CBLAS_INT *ldc_array, const CBLAS_INT group_count, const CBLAS_INT *group_size);
void cblas_dgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *TransA_array, const CBLAS_TRANSPOSE *TransB_array,
                       const CBLAS_INT *M_array, const CBLAS_INT *N_array, const CBLAS_INT *K_array,
                       const double *alpha_array, const double **A_array, const CBLAS_INT *lda_array,
                       const double **B_array, const CBLAS_INT *ldb_array, const double *beta_array, double **C_array,
                       const CBLAS_INT *ldc_array, const CBLAS_INT group_count, const CBLAS_INT *group_size);
void cblas_cgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *TransA_array, const CBLAS_TRANSPOSE *TransB_array,
                       const CBLAS_INT *M_array, const CBLAS_INT *N_array, const CBLAS_INT *K_array,
                       const void *alpha_array, const void **A_array, const CBLAS_INT *lda_array, const void **B_array,
                       const CBLAS_INT *ldb_array, const void *beta_array, void **C_array, const CBLAS_INT *ldc_array,
                       const CBLAS_INT group_count, const CBLAS_INT *group_size);
void cblas_zgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *TransA_array, const CBLAS_TRANSPOSE *TransB_array,
                       const CBLAS_INT *M_array, const CBLAS_INT *N_array, const CBLAS_INT *K_array,
                       const void *alpha_array, const void **A_array, const CBLAS_INT *lda_array, const void **B_array,
                       const CBLAS_INT *ldb_array, const void *beta_array, void **C_array, const CBLAS_INT *ldc_array,
                       const CBLAS_INT group_count, const CBLAS_INT *group_size);

/* batch_size products of one shape whose matrices lie stridea, strideb and stridec elements apart (oneMKL's signature).
 * stridea or strideb of 0 gives every product the same A or B. Illegal arguments are reported by cblas_xerbla with their
 * position in this list: 9 lda, 12 ldb, 16 ldc, 17 stridec (0 although there are several C), 18 batch_size. */
void cblas_sgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                               const CBLAS_INT N, const CBLAS_INT K, const float alpha, const float *A,
                               const CBLAS_INT lda, const CBLAS_INT stridea, const float *B, const CBLAS_INT ldb,
                               const CBLAS_INT strideb, const float beta, float *C, const CBLAS_INT ldc,
                               const CBLAS_INT stridec, const CBLAS_INT batch_size);
void cblas_dgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                               const CBLAS_INT N, const CBLAS_INT K, const double alpha, const double *A,
                               const CBLAS_INT lda, const CBLAS_INT stridea, const double *B, const CBLAS_INT ldb,
                               const CBLAS_INT strideb, const double beta, double *C, const CBLAS_INT ldc,
                               const CBLAS_INT stridec, const CBLAS_INT batch_size);
void cblas_cgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                               const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A,
                               const CBLAS_INT lda, const CBLAS_INT stridea, const void *B, const CBLAS_INT ldb,
                               const CBLAS_INT strideb, const void *beta, void *C, const CBLAS_INT ldc,
                               const CBLAS_INT stridec, const CBLAS_INT batch_size);
void cblas_zgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, CBLAS_TRANSPOSE TransB, const CBLAS_INT M,
                               const CBLAS_INT N, const CBLAS_INT K, const void *alpha, const void *A,
                               const CBLAS_INT lda, const CBLAS_INT stridea, const void *B, const CBLAS_INT ldb,
                               const CBLAS_INT strideb, const void *beta, void *C, const CBLAS_INT ldc,
                               const CBLAS_INT stridec, const CBLAS_INT batch_size);

/* Level 1. X and Y have N elements, increments in elements; a vector with a negative increment is stored backwards, one
 * with an increment of 0 is one element N times. N <= 0: nothing happens, and results are 0. X and Y may be the same
 * vector, and must not overlap otherwise. Results do not depend on the number of threads.
 *
 * axpy: Y <- alpha*X + Y. axpby: Y <- alpha*X + beta*Y, an extension; a vector whose factor is 0 is not read. copy: Y <- X.
 * swap: X <-> Y. scal: X <- alpha*X, and nothing when incX <= 0. */
void cblas_saxpy(const CBLAS_INT N, const float alpha, const float *X, const CBLAS_INT incX, float *Y,
                 const CBLAS_INT incY);
void cblas_daxpy(const CBLAS_INT N, const double alpha, const double *X, const CBLAS_INT incX, double *Y,
                 const CBLAS_INT incY);
void cblas_caxpy(const CBLAS_INT N, const void *alpha, const void *X, const CBLAS_INT incX, void *Y,
                 const CBLAS_INT incY);
void cblas_zaxpy(const CBLAS_INT N, const void *alpha, const void *X, const CBLAS_INT incX, void *Y,
                 const CBLAS_INT incY);
void cblas_saxpby(const CBLAS_INT N, const float alpha, const float *X, const CBLAS_INT incX, const float beta,
                  float *Y, const CBLAS_INT incY);
void cblas_daxpby(const CBLAS_INT N, const double alpha, const double *X, const CBLAS_INT incX, const double beta,
                  double *Y, const CBLAS_INT incY);
void cblas_caxpby(const CBLAS_INT N, const void *alpha, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                  const CBLAS_INT incY);
void cblas_zaxpby(const CBLAS_INT N, const void *alpha, const void *X, const CBLAS_INT incX, const void *beta, void *Y,
                  const CBLAS_INT incY);
void cblas_scopy(const CBLAS_INT N, const float *X, const CBLAS_INT incX, float *Y, const CBLAS_INT incY);
void cblas_dcopy(const CBLAS_INT N, const double *X, const CBLAS_INT incX, double *Y, const CBLAS_INT incY);
void cblas_ccopy(const CBLAS_INT N, const void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY);
void cblas_zcopy(const CBLAS_INT N, const void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY);
void cblas_sswap(const CBLAS_INT N, float *X, const CBLAS_INT incX, float *Y, const CBLAS_INT incY);
void cblas_dswap(const CBLAS_INT N, double *X, const CBLAS_INT incX, double *Y, const CBLAS_INT incY);
void cblas_cswap(const CBLAS_INT N, void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY);
void cblas_zswap(const CBLAS_INT N, void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY);
void cblas_sscal(const CBLAS_INT N, const float alpha, float *X, const CBLAS_INT incX);
void cblas_dscal(const CBLAS_INT N, const double alpha, double *X, const CBLAS_INT incX);
void cblas_cscal(const CBLAS_INT N, const void *alpha, void *X, const CBLAS_INT incX);
void cblas_zscal(const CBLAS_INT N, const void *alpha, void *X, const CBLAS_INT incX);
void cblas_csscal(const CBLAS_INT N, const float alpha, void *X, const CBLAS_INT incX);
void cblas_zdscal(const CBLAS_INT N, const double alpha, void *X, const CBLAS_INT incX);

/* Sums of X*Y; dotc conjugates X. dsdot forms products and sums in double, sdsdot adds alpha to that before it rounds. */
float cblas_sdot(const CBLAS_INT N, const float *X, const CBLAS_INT incX, const float *Y, const CBLAS_INT incY);
double cblas_ddot(const CBLAS_INT N, const double *X, const CBLAS_INT incX, const double *Y, const CBLAS_INT incY);
double cblas_dsdot(const CBLAS_INT N, const float *X, const CBLAS_INT incX, const float *Y, const CBLAS_INT incY);
float cblas_sdsdot(const CBLAS_INT N, const float alpha, const float *X, const CBLAS_INT incX, const float *Y,
                   const CBLAS_INT incY);
void cblas_cdotu_sub(const CBLAS_INT N, const void *X, const CBLAS_INT incX, const void *Y, const CBLAS_INT incY,
                     void *dotu);
void cblas_cdotc_sub(const CBLAS_INT N, const void *X, const CBLAS_INT incX, const void *Y, const CBLAS_INT incY,
                     void *dotc);
void cblas_zdotu_sub(const CBLAS_INT N, const void *X, const CBLAS_INT incX, const void *Y, const CBLAS_INT incY,
                     void *dotu);
void cblas_zdotc_sub(const CBLAS_INT N, const void *X, const CBLAS_INT incX, const void *Y, const CBLAS_INT incY,
                     void *dotc);

/* nrm2: the Euclidean norm, without overflow or underflow of intermediate results. asum: the sum of |x|, or of
 * |re| + |im|. amax: the index, from 0, of the first element for which that is largest; NaNs are passed over, but one
 * that comes first is the answer. asum and amax give 0 when incX <= 0. */
float cblas_snrm2(const CBLAS_INT N, const float *X, const CBLAS_INT incX);
double cblas_dnrm2(const CBLAS_INT N, const double *X, const CBLAS_INT incX);
float cblas_scnrm2(const CBLAS_INT N, const void *X, const CBLAS_INT incX);
double cblas_dznrm2(const CBLAS_INT N, const void *X, const CBLAS_INT incX);
float cblas_sasum(const CBLAS_INT N, const float *X, const CBLAS_INT incX);
double cblas_dasum(const CBLAS_INT N, const double *X, const CBLAS_INT incX);
float cblas_scasum(const CBLAS_INT N, const void *X, const CBLAS_INT incX);
double cblas_dzasum(const CBLAS_INT N, const void *X, const CBLAS_INT incX);
CBLAS_INDEX cblas_isamax(const CBLAS_INT N, const float *X, const CBLAS_INT incX);
CBLAS_INDEX cblas_idamax(const CBLAS_INT N, const double *X, const CBLAS_INT incX);
CBLAS_INDEX cblas_icamax(const CBLAS_INT N, const void *X, const CBLAS_INT incX);
CBLAS_INDEX cblas_izamax(const CBLAS_INT N, const void *X, const CBLAS_INT incX);

/* Rotations. rot: X, Y <- c*X + s*Y, c*Y - s*X. rotg: c, s with c*a + s*b = r and c*b - conj(s)*a = 0; a <- r, and b of
 * real numbers becomes what c and s can be had from. rotm: X, Y <- H*(X, Y), and rotmg makes H in P[5]: its form (-1: full,
 * 0: ones on the diagonal, 1: ones on the other, -2: identity), then h11, h21, h12, h22 where the form leaves them open.
 * rotmg(d1, d2, b1, b2): H makes b2 vanish in (sqrt(d1)*b1, sqrt(d2)*b2). */
void cblas_srotg(float *a, float *b, float *c, float *s);
void cblas_drotg(double *a, double *b, double *c, double *s);
void cblas_crotg(void *a, void *b, float *c, void *s);
void cblas_zrotg(void *a, void *b, double *c, void *s);
void cblas_srot(const CBLAS_INT N, float *X, const CBLAS_INT incX, float *Y, const CBLAS_INT incY, const float c,
                const float s);
void cblas_drot(const CBLAS_INT N, double *X, const CBLAS_INT incX, double *Y, const CBLAS_INT incY, const double c,
                const double s);
void cblas_csrot(const CBLAS_INT N, void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY, const float c,
                 const float s);
void cblas_zdrot(const CBLAS_INT N, void *X, const CBLAS_INT incX, void *Y, const CBLAS_INT incY, const double c,
                 const double s);
void cblas_srotmg(float *d1, float *d2, float *b1, const float b2, float *P);
void cblas_drotmg(double *d1, double *d2, double *b1, const double b2, double *P);
void cblas_srotm(const CBLAS_INT N, float *X, const CBLAS_INT incX, float *Y, const CBLAS_INT incY, const float *P);
void cblas_drotm(const CBLAS_INT N, double *X, const CBLAS_INT incX, double *Y, const CBLAS_INT incY, const double *P);

/* |re| + |im| */
float cblas_scabs1(const void *c);
double cblas_dcabs1(const void *z);

/* Products with an operand packed once, with oneMKL's signatures. cblas_?gemm_pack_get_size tells the bytes of the memory
 * that packing A (M x K) or B (K x N) takes, which is the caller's and to which nothing but the caller's own free
 * belongs. cblas_?gemm_pack writes alpha*op(src) there; of M, N and K the one that is not the operand's is only checked.
 * cblas_?gemm_compute is C <- op(A)*op(B) + beta*C, where TransA, TransB or both are CblasPacked, A, B then being that
 * memory and lda, ldb not read; an operand that is not packed enters without a factor.
 *
 * Packed memory may be read by many threads at once and be copied or moved; it does not outlive the process. It remembers
 * its operand's type, side, extents and layout: compute reports packed memory that does not fit the call as an illegal A (7)
 * or B (9). Illegal arguments are reported by cblas_xerbla with their position in these lists; get_size then is 0. */
typedef enum CBLAS_STORAGE { CblasPacked = 151 } CBLAS_STORAGE;
typedef enum CBLAS_IDENTIFIER { CblasAMatrix = 161, CblasBMatrix = 162 } CBLAS_IDENTIFIER;
size_t cblas_sgemm_pack_get_size(const CBLAS_IDENTIFIER identifier, const CBLAS_INT M, const CBLAS_INT N,
                                 const CBLAS_INT K);
void cblas_sgemm_pack(const CBLAS_LAYOUT layout, const CBLAS_IDENTIFIER identifier, const CBLAS_TRANSPOSE Trans,
                      const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT K, const float alpha, const float *src,
                      const CBLAS_INT ld, float *dest);
void cblas_sgemm_compute(const CBLAS_LAYOUT layout, const CBLAS_INT TransA, const CBLAS_INT TransB, const CBLAS_INT M,
                         const CBLAS_INT N, const CBLAS_INT K, const float *A, const CBLAS_INT lda, const float *B,
                         const CBLAS_INT ldb, const float beta, float *C, const CBLAS_INT ldc);
size_t cblas_dgemm_pack_get_size(const CBLAS_IDENTIFIER identifier, const CBLAS_INT M, const CBLAS_INT N,
                                 const CBLAS_INT K);
void cblas_dgemm_pack(const CBLAS_LAYOUT layout, const CBLAS_IDENTIFIER identifier, const CBLAS_TRANSPOSE Trans,
                      const CBLAS_INT M, const CBLAS_INT N, const CBLAS_INT K, const double alpha, const double *src,
                      const CBLAS_INT ld, double *dest);
void cblas_dgemm_compute(const CBLAS_LAYOUT layout, const CBLAS_INT TransA, const CBLAS_INT TransB, const CBLAS_INT M,
                         const CBLAS_INT N, const CBLAS_INT K, const double *A, const CBLAS_INT lda, const double *B,
                         const CBLAS_INT ldb, const double beta, double *C, const CBLAS_INT ldc);

/* B <- alpha*op(A), in place (imatcopy) or not (omatcopy): copies and transpositions with OpenBLAS's signatures. A has rows
 * x cols as stored, with lda as above; op(A) is stored in the same layout with ldb. alpha == 0: A is not read; alpha == 1:
 * elements are copied. B must not overlap A in omatcopy. In imatcopy, elements that are not op(A)'s keep their values, and
 * where memory is short a transposition that is not of a square with lda == ldb is slow.
 *
 * CblasConjTrans and CblasConjNoTrans are CblasTrans and CblasNoTrans of real matrices. Illegal arguments are reported by
 * cblas_xerbla with their position in this list: 1 layout, 2 TransA, 3 rows, 4 cols, 7 lda, and ldb, 9 or in imatcopy 8;
 * RowMajorStrg stays 0. */
void cblas_somatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const float alpha, const float *A, const CBLAS_INT lda, float *B, const CBLAS_INT ldb);
void cblas_domatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const double alpha, const double *A, const CBLAS_INT lda, double *B, const CBLAS_INT ldb);
void cblas_comatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const float *alpha, const float *A, const CBLAS_INT lda, float *B, const CBLAS_INT ldb);
void cblas_zomatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const double *alpha, const double *A, const CBLAS_INT lda, double *B, const CBLAS_INT ldb);
void cblas_simatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const float alpha, float *A, const CBLAS_INT lda, const CBLAS_INT ldb);
void cblas_dimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const double alpha, double *A, const CBLAS_INT lda, const CBLAS_INT ldb);
void cblas_cimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const float *alpha, float *A, const CBLAS_INT lda, const CBLAS_INT ldb);
void cblas_zimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE TransA, const CBLAS_INT rows, const CBLAS_INT cols,
                     const double *alpha, double *A, const CBLAS_INT lda, const CBLAS_INT ldb);

/* Handler of illegal arguments to the C entries; a program may define its own. p is the position of the first
 * illegal argument. While RowMajorStrg is nonzero the problem was solved transposed and p counts in that one's list,
 * where M and N have changed places, and in gemm and gemmt lda and ldb (9 stands for ldb, 11 for lda), in gbmv KL and KU, in ger,
 * her2 and hpr2 incX and incY. (The library's own handler prints the position in the caller's list.) Layout and
 * other options are never swapped. */
void cblas_xerbla(CBLAS_INT p, const char *rout, const char *form, ...);
#endif

/* State of the reference's error reporting: nonzero while a C entry reports, and while it does so for a transposed
 * problem. Only handlers have a use for them. */
extern int CBLAS_CallFromC;
extern int RowMajorStrg;

/* ---- Fortran ---------------------------------------------------------- */

/* The entries a Fortran compiler calls, for C programs that do the same. All arguments by reference, matrices
 * column-major; trans 'N', 'T' or 'C', uplo 'U' or 'L', side 'L' or 'R', diag 'N' or 'U', in either case; the characters'
 * hidden lengths may follow the last argument or be left out.
 * Define GEMMKIT_NO_FORTRAN_PROTOTYPES if you declare these names yourself in another way.
 *
 * Illegal arguments go to xerbla_(name, &info, name_length), which a program may define; name is "DGEMM " without a
 * terminating zero, info the position in this list. C entries report illegal sizes through it too, with
 * CBLAS_CallFromC set; the library's own xerbla_ passes those on to cblas_xerbla. */
#if !defined(GEMMKIT_NO_FORTRAN_PROTOTYPES) && \
    (defined(GEMMKIT_ILP64) || (!defined(OPENBLAS_F77BLAS_H) && !defined(CBLAS_F77_H)))
void sgemm_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
            const float *alpha, const float *a, const CBLAS_INT *lda, const float *b, const CBLAS_INT *ldb,
            const float *beta, float *c, const CBLAS_INT *ldc);
void dgemm_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
            const double *alpha, const double *a, const CBLAS_INT *lda, const double *b, const CBLAS_INT *ldb,
            const double *beta, double *c, const CBLAS_INT *ldc);
void cgemm_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
            const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
            void *c, const CBLAS_INT *ldc);
void zgemm_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
            const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
            void *c, const CBLAS_INT *ldc);
void cgemm3m_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
              const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
              void *c, const CBLAS_INT *ldc);
void zgemm3m_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
              const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
              void *c, const CBLAS_INT *ldc);
void sbgemm_(const char *transa, const char *transb, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *k,
             const float *alpha, const uint16_t *a, const CBLAS_INT *lda, const uint16_t *b, const CBLAS_INT *ldb,
             const float *beta, float *c, const CBLAS_INT *ldc);
void ssymm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const float *alpha, const float *a,
            const CBLAS_INT *lda, const float *b, const CBLAS_INT *ldb, const float *beta, float *c, const CBLAS_INT *ldc);
void dsymm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const double *alpha,
            const double *a, const CBLAS_INT *lda, const double *b, const CBLAS_INT *ldb, const double *beta, double *c,
            const CBLAS_INT *ldc);
void csymm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void zsymm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void chemm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void zhemm_(const char *side, const char *uplo, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void ssyrk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const float *alpha, const float *a,
            const CBLAS_INT *lda, const float *beta, float *c, const CBLAS_INT *ldc);
void dsyrk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const double *alpha,
            const double *a, const CBLAS_INT *lda, const double *beta, double *c, const CBLAS_INT *ldc);
void csyrk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *beta, void *c, const CBLAS_INT *ldc);
void zsyrk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
            const CBLAS_INT *lda, const void *beta, void *c, const CBLAS_INT *ldc);
void cherk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const float *alpha, const void *a,
            const CBLAS_INT *lda, const float *beta, void *c, const CBLAS_INT *ldc);
void zherk_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const double *alpha, const void *a,
            const CBLAS_INT *lda, const double *beta, void *c, const CBLAS_INT *ldc);
void ssyr2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const float *alpha,
             const float *a, const CBLAS_INT *lda, const float *b, const CBLAS_INT *ldb, const float *beta, float *c,
             const CBLAS_INT *ldc);
void dsyr2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const double *alpha,
             const double *a, const CBLAS_INT *lda, const double *b, const CBLAS_INT *ldb, const double *beta, double *c,
             const CBLAS_INT *ldc);
void csyr2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
             const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void zsyr2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
             const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta, void *c, const CBLAS_INT *ldc);
void cher2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
             const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const float *beta, void *c, const CBLAS_INT *ldc);
void zher2k_(const char *uplo, const char *trans, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a,
             const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const double *beta, void *c, const CBLAS_INT *ldc);
void sgemmt_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
             const float *alpha, const float *a, const CBLAS_INT *lda, const float *b, const CBLAS_INT *ldb,
             const float *beta, float *c, const CBLAS_INT *ldc);
void dgemmt_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
             const double *alpha, const double *a, const CBLAS_INT *lda, const double *b, const CBLAS_INT *ldb,
             const double *beta, double *c, const CBLAS_INT *ldc);
void cgemmt_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
             const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
             void *c, const CBLAS_INT *ldc);
void zgemmt_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
             const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
             void *c, const CBLAS_INT *ldc);
void sgemmtr_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
              const float *alpha, const float *a, const CBLAS_INT *lda, const float *b, const CBLAS_INT *ldb,
              const float *beta, float *c, const CBLAS_INT *ldc);
void dgemmtr_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
              const double *alpha, const double *a, const CBLAS_INT *lda, const double *b, const CBLAS_INT *ldb,
              const double *beta, double *c, const CBLAS_INT *ldc);
void cgemmtr_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
              const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
              void *c, const CBLAS_INT *ldc);
void zgemmtr_(const char *uplo, const char *transa, const char *transb, const CBLAS_INT *n, const CBLAS_INT *k,
              const void *alpha, const void *a, const CBLAS_INT *lda, const void *b, const CBLAS_INT *ldb, const void *beta,
              void *c, const CBLAS_INT *ldc);
void strmm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const float *alpha, const float *a, const CBLAS_INT *lda, float *b, const CBLAS_INT *ldb);
void dtrmm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const double *alpha, const double *a, const CBLAS_INT *lda, double *b, const CBLAS_INT *ldb);
void ctrmm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void ztrmm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void strsm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const float *alpha, const float *a, const CBLAS_INT *lda, float *b, const CBLAS_INT *ldb);
void dtrsm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const double *alpha, const double *a, const CBLAS_INT *lda, double *b, const CBLAS_INT *ldb);
void ctrsm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void ztrsm_(const char *side, const char *uplo, const char *transa, const char *diag, const CBLAS_INT *m,
            const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void sgemv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const float *alpha, const float *a,
            const CBLAS_INT *lda, const float *x, const CBLAS_INT *incx, const float *beta, float *y, const CBLAS_INT *incy);
void dgemv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const double *alpha, const double *a,
            const CBLAS_INT *lda, const double *x, const CBLAS_INT *incx, const double *beta, double *y,
            const CBLAS_INT *incy);
void cgemv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda,
            const void *x, const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);
void zgemv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda,
            const void *x, const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);

/* Level 1, as above; i?amax count from 1. The complex functions (cdotu, cdotc, zdotu, zdotc) return their results as
 * gfortran's do, in registers: declare them with your compiler's complex type. */
void saxpy_(const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, float *y, const CBLAS_INT *incy);
void daxpy_(const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx, double *y,
            const CBLAS_INT *incy);
void caxpy_(const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void zaxpy_(const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void saxpby_(const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, const float *beta, float *y,
             const CBLAS_INT *incy);
void daxpby_(const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx, const double *beta, double *y,
             const CBLAS_INT *incy);
void caxpby_(const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *beta, void *y,
             const CBLAS_INT *incy);
void zaxpby_(const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *beta, void *y,
             const CBLAS_INT *incy);
void scopy_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx, float *y, const CBLAS_INT *incy);
void dcopy_(const CBLAS_INT *n, const double *x, const CBLAS_INT *incx, double *y, const CBLAS_INT *incy);
void ccopy_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void zcopy_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void sswap_(const CBLAS_INT *n, float *x, const CBLAS_INT *incx, float *y, const CBLAS_INT *incy);
void dswap_(const CBLAS_INT *n, double *x, const CBLAS_INT *incx, double *y, const CBLAS_INT *incy);
void cswap_(const CBLAS_INT *n, void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void zswap_(const CBLAS_INT *n, void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy);
void sscal_(const CBLAS_INT *n, const float *alpha, float *x, const CBLAS_INT *incx);
void dscal_(const CBLAS_INT *n, const double *alpha, double *x, const CBLAS_INT *incx);
void cscal_(const CBLAS_INT *n, const void *alpha, void *x, const CBLAS_INT *incx);
void zscal_(const CBLAS_INT *n, const void *alpha, void *x, const CBLAS_INT *incx);
void csscal_(const CBLAS_INT *n, const float *alpha, void *x, const CBLAS_INT *incx);
void zdscal_(const CBLAS_INT *n, const double *alpha, void *x, const CBLAS_INT *incx);
float sdot_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx, const float *y, const CBLAS_INT *incy);
double ddot_(const CBLAS_INT *n, const double *x, const CBLAS_INT *incx, const double *y, const CBLAS_INT *incy);
double dsdot_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx, const float *y, const CBLAS_INT *incy);
float sdsdot_(const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, const float *y,
              const CBLAS_INT *incy);
float snrm2_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx);
double dnrm2_(const CBLAS_INT *n, const double *x, const CBLAS_INT *incx);
float scnrm2_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
double dznrm2_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
float sasum_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx);
double dasum_(const CBLAS_INT *n, const double *x, const CBLAS_INT *incx);
float scasum_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
double dzasum_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
CBLAS_INT isamax_(const CBLAS_INT *n, const float *x, const CBLAS_INT *incx);
CBLAS_INT idamax_(const CBLAS_INT *n, const double *x, const CBLAS_INT *incx);
CBLAS_INT icamax_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
CBLAS_INT izamax_(const CBLAS_INT *n, const void *x, const CBLAS_INT *incx);
void srotg_(float *a, float *b, float *c, float *s);
void drotg_(double *a, double *b, double *c, double *s);
void crotg_(void *a, const void *b, float *c, void *s);
void zrotg_(void *a, const void *b, double *c, void *s);
void srot_(const CBLAS_INT *n, float *x, const CBLAS_INT *incx, float *y, const CBLAS_INT *incy, const float *c,
           const float *s);
void drot_(const CBLAS_INT *n, double *x, const CBLAS_INT *incx, double *y, const CBLAS_INT *incy, const double *c,
           const double *s);
void csrot_(const CBLAS_INT *n, void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy, const float *c,
            const float *s);
void zdrot_(const CBLAS_INT *n, void *x, const CBLAS_INT *incx, void *y, const CBLAS_INT *incy, const double *c,
            const double *s);
void srotmg_(float *d1, float *d2, float *x1, const float *y1, float *param);
void drotmg_(double *d1, double *d2, double *x1, const double *y1, double *param);
void srotm_(const CBLAS_INT *n, float *x, const CBLAS_INT *incx, float *y, const CBLAS_INT *incy, const float *param);
void drotm_(const CBLAS_INT *n, double *x, const CBLAS_INT *incx, double *y, const CBLAS_INT *incy, const double *param);
float scabs1_(const void *z);
double dcabs1_(const void *z);
CBLAS_INT lsame_(const char *a, const char *b);
void xerbla_array_(const char *name, const CBLAS_INT *name_length, const CBLAS_INT *info);
void sgbmv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *kl, const CBLAS_INT *ku,
            const float *alpha, const float *a, const CBLAS_INT *lda, const float *x, const CBLAS_INT *incx,
            const float *beta, float *y, const CBLAS_INT *incy);
void dgbmv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *kl, const CBLAS_INT *ku,
            const double *alpha, const double *a, const CBLAS_INT *lda, const double *x, const CBLAS_INT *incx,
            const double *beta, double *y, const CBLAS_INT *incy);
void cgbmv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *kl, const CBLAS_INT *ku,
            const void *alpha, const void *a, const CBLAS_INT *lda, const void *x, const CBLAS_INT *incx, const void *beta,
            void *y, const CBLAS_INT *incy);
void zgbmv_(const char *trans, const CBLAS_INT *m, const CBLAS_INT *n, const CBLAS_INT *kl, const CBLAS_INT *ku,
            const void *alpha, const void *a, const CBLAS_INT *lda, const void *x, const CBLAS_INT *incx, const void *beta,
            void *y, const CBLAS_INT *incy);
void ssymv_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *a, const CBLAS_INT *lda, const float *x,
            const CBLAS_INT *incx, const float *beta, float *y, const CBLAS_INT *incy);
void dsymv_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *a, const CBLAS_INT *lda,
            const double *x, const CBLAS_INT *incx, const double *beta, double *y, const CBLAS_INT *incy);
void chemv_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, const void *x,
            const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);
void zhemv_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *a, const CBLAS_INT *lda, const void *x,
            const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);
void ssbmv_(const char *uplo, const CBLAS_INT *n, const CBLAS_INT *k, const float *alpha, const float *a,
            const CBLAS_INT *lda, const float *x, const CBLAS_INT *incx, const float *beta, float *y, const CBLAS_INT *incy);
void dsbmv_(const char *uplo, const CBLAS_INT *n, const CBLAS_INT *k, const double *alpha, const double *a,
            const CBLAS_INT *lda, const double *x, const CBLAS_INT *incx, const double *beta, double *y,
            const CBLAS_INT *incy);
void chbmv_(const char *uplo, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a, const CBLAS_INT *lda,
            const void *x, const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);
void zhbmv_(const char *uplo, const CBLAS_INT *n, const CBLAS_INT *k, const void *alpha, const void *a, const CBLAS_INT *lda,
            const void *x, const CBLAS_INT *incx, const void *beta, void *y, const CBLAS_INT *incy);
void sspmv_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *ap, const float *x,
            const CBLAS_INT *incx, const float *beta, float *y, const CBLAS_INT *incy);
void dspmv_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *ap, const double *x,
            const CBLAS_INT *incx, const double *beta, double *y, const CBLAS_INT *incy);
void chpmv_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *ap, const void *x, const CBLAS_INT *incx,
            const void *beta, void *y, const CBLAS_INT *incy);
void zhpmv_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *ap, const void *x, const CBLAS_INT *incx,
            const void *beta, void *y, const CBLAS_INT *incy);
void strmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const float *a, const CBLAS_INT *lda,
            float *x, const CBLAS_INT *incx);
void dtrmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const double *a,
            const CBLAS_INT *lda, double *x, const CBLAS_INT *incx);
void ctrmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *a, const CBLAS_INT *lda,
            void *x, const CBLAS_INT *incx);
void ztrmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *a, const CBLAS_INT *lda,
            void *x, const CBLAS_INT *incx);
void stbmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const float *a,
            const CBLAS_INT *lda, float *x, const CBLAS_INT *incx);
void dtbmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const double *a,
            const CBLAS_INT *lda, double *x, const CBLAS_INT *incx);
void ctbmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const void *a,
            const CBLAS_INT *lda, void *x, const CBLAS_INT *incx);
void ztbmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const void *a,
            const CBLAS_INT *lda, void *x, const CBLAS_INT *incx);
void stpmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const float *ap, float *x,
            const CBLAS_INT *incx);
void dtpmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const double *ap, double *x,
            const CBLAS_INT *incx);
void ctpmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *ap, void *x,
            const CBLAS_INT *incx);
void ztpmv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *ap, void *x,
            const CBLAS_INT *incx);
void strsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const float *a, const CBLAS_INT *lda,
            float *x, const CBLAS_INT *incx);
void dtrsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const double *a,
            const CBLAS_INT *lda, double *x, const CBLAS_INT *incx);
void ctrsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *a, const CBLAS_INT *lda,
            void *x, const CBLAS_INT *incx);
void ztrsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *a, const CBLAS_INT *lda,
            void *x, const CBLAS_INT *incx);
void stbsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const float *a,
            const CBLAS_INT *lda, float *x, const CBLAS_INT *incx);
void dtbsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const double *a,
            const CBLAS_INT *lda, double *x, const CBLAS_INT *incx);
void ctbsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const void *a,
            const CBLAS_INT *lda, void *x, const CBLAS_INT *incx);
void ztbsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const CBLAS_INT *k, const void *a,
            const CBLAS_INT *lda, void *x, const CBLAS_INT *incx);
void stpsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const float *ap, float *x,
            const CBLAS_INT *incx);
void dtpsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const double *ap, double *x,
            const CBLAS_INT *incx);
void ctpsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *ap, void *x,
            const CBLAS_INT *incx);
void ztpsv_(const char *uplo, const char *trans, const char *diag, const CBLAS_INT *n, const void *ap, void *x,
            const CBLAS_INT *incx);
void sger_(const CBLAS_INT *m, const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, const float *y,
           const CBLAS_INT *incy, float *a, const CBLAS_INT *lda);
void dger_(const CBLAS_INT *m, const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx,
           const double *y, const CBLAS_INT *incy, double *a, const CBLAS_INT *lda);
void cgeru_(const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void zgeru_(const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void cgerc_(const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void zgerc_(const CBLAS_INT *m, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void ssyr_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, float *a,
           const CBLAS_INT *lda);
void dsyr_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx, double *a,
           const CBLAS_INT *lda);
void cher_(const char *uplo, const CBLAS_INT *n, const float *alpha, const void *x, const CBLAS_INT *incx, void *a,
           const CBLAS_INT *lda);
void zher_(const char *uplo, const CBLAS_INT *n, const double *alpha, const void *x, const CBLAS_INT *incx, void *a,
           const CBLAS_INT *lda);
void sspr_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, float *ap);
void dspr_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx, double *ap);
void chpr_(const char *uplo, const CBLAS_INT *n, const float *alpha, const void *x, const CBLAS_INT *incx, void *ap);
void zhpr_(const char *uplo, const CBLAS_INT *n, const double *alpha, const void *x, const CBLAS_INT *incx, void *ap);
void ssyr2_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, const float *y,
            const CBLAS_INT *incy, float *a, const CBLAS_INT *lda);
void dsyr2_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx,
            const double *y, const CBLAS_INT *incy, double *a, const CBLAS_INT *lda);
void cher2_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void zher2_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *a, const CBLAS_INT *lda);
void sspr2_(const char *uplo, const CBLAS_INT *n, const float *alpha, const float *x, const CBLAS_INT *incx, const float *y,
            const CBLAS_INT *incy, float *ap);
void dspr2_(const char *uplo, const CBLAS_INT *n, const double *alpha, const double *x, const CBLAS_INT *incx,
            const double *y, const CBLAS_INT *incy, double *ap);
void chpr2_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *ap);
void zhpr2_(const char *uplo, const CBLAS_INT *n, const void *alpha, const void *x, const CBLAS_INT *incx, const void *y,
            const CBLAS_INT *incy, void *ap);

/* order is 'C' or 'R', for column- and row-major; trans may also be 'R': conjugated, not transposed. Illegal arguments are
 * numbered as in cblas_?omatcopy and cblas_?imatcopy. */
void somatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const float *alpha,
                const float *a, const CBLAS_INT *lda, float *b, const CBLAS_INT *ldb);
void simatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const float *alpha,
                float *a, const CBLAS_INT *lda, const CBLAS_INT *ldb);
void domatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const double *alpha,
                const double *a, const CBLAS_INT *lda, double *b, const CBLAS_INT *ldb);
void dimatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const double *alpha,
                double *a, const CBLAS_INT *lda, const CBLAS_INT *ldb);
void comatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const void *alpha,
                const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void cimatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const void *alpha,
                void *a, const CBLAS_INT *lda, const CBLAS_INT *ldb);
void zomatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const void *alpha,
                const void *a, const CBLAS_INT *lda, void *b, const CBLAS_INT *ldb);
void zimatcopy_(const char *order, const char *trans, const CBLAS_INT *rows, const CBLAS_INT *cols, const void *alpha,
                void *a, const CBLAS_INT *lda, const CBLAS_INT *ldb);
#endif

#ifdef __cplusplus
}
#endif

#endif /* GEMMKIT_CBLAS_H */
