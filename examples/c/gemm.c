/* The native interface: C <- alpha*A*B + beta*C on checked views.
 *
 * cc gemm.c $(pkg-config --cflags --libs gemmkit) -o gemm */
#include <gemmkit.h>

#include <stdio.h>

int main(void) {
  const double a[2 * 3] = {1, 2, 3, 4, 5, 6};    /* row-major 2 x 3 */
  const double b[3 * 2] = {1, 3, 5, 2, 4, 6};    /* column-major 3 x 2 */
  const double expected[2 * 2] = {22, 28, 49, 64};
  double c[2 * 2] = {0, 0, 0, 0};

  gemmkit_cview_f64 va = gemmkit_cview_f64_row_major(a, 2, 3);
  gemmkit_cview_f64 vb = gemmkit_cview_f64_col_major(b, 3, 2);
  gemmkit_view_f64 vc = gemmkit_view_f64_row_major(c, 2, 2);
  gemmkit_status status = gemmkit_gemm_f64(1.0, &va, &vb, 0.0, &vc, NULL, NULL);
  if (status != GEMMKIT_OK) {
    fprintf(stderr, "%s: %s\n", gemmkit_status_name(status), gemmkit_last_error());
    return 1;
  }
  for (int i = 0; i < 4; ++i) {
    if (c[i] != expected[i]) {
      fprintf(stderr, "c[%d] is %g, expected %g\n", i, c[i], expected[i]);
      return 1;
    }
  }
  printf("A*B = [%g %g; %g %g]\n", c[0], c[1], c[2], c[3]);

  /* A mistake is a status and a message, and leaves C alone. */
  va.cols = 2;
  status = gemmkit_gemm_f64(1.0, &va, &vb, 0.0, &vc, NULL, NULL);
  if (status != GEMMKIT_ERR_SHAPE || c[0] != 22) return 1;
  printf("2x2 times 3x2: %s\n", gemmkit_last_error());
  printf("%s\n", gemmkit_config());
  return 0;
}
