/* Calls DGEMM by its Fortran name, with no header at all. */
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);

int main(void) {
  const int n = 2;
  const double one = 1, zero = 0, a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  double c[4];
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  return !(c[0] == 23 && c[1] == 34 && c[2] == 31 && c[3] == 46);
}
