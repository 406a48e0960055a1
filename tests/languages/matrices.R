# Identities of R's linear algebra, which uses level 1 to 3 of the BLAS and LAPACK over it.
options(warn = 2)
set.seed(7)
failures <- 0
check <- function(what, x, y, tolerance = 1e-10) {
  if (!isTRUE(all.equal(x, y, tolerance = tolerance, check.attributes = FALSE))) {
    cat("FAILED:", what, "\n")
    failures <<- failures + 1
  }
}
product <- function(a, b) {  # without the BLAS
  out <- array(if (is.complex(a) || is.complex(b)) 0i else 0, c(nrow(a), ncol(b)))
  for (k in seq_len(ncol(a))) out <- out + outer(a[, k], b[k, ])
  out
}
cat("BLAS of R:", extSoftVersion()["BLAS"], "\n")
for (n in c(1, 2, 5, 17, 64, 130)) {
  m <- n + 3
  a <- matrix(rnorm(m * n), m, n)
  b <- matrix(rnorm(n * m), n, m)
  s <- product(t(a), a) + diag(n)
  v <- rnorm(n)
  check("product", a %*% b, product(a, b))
  check("crossprod", crossprod(a), product(t(a), a))
  check("tcrossprod", tcrossprod(a), product(a, t(a)))
  check("crossprod of two", crossprod(a, t(b)), product(t(a), t(b)))
  check("matrix times vector", drop(a %*% v), drop(product(a, matrix(v))))
  check("vector times matrix", drop(v %*% b), drop(product(matrix(v, 1), b)))
  check("inner product", drop(v %*% v), sum(v^2))
  check("solve", product(s, solve(s)), diag(n))
  check("solve of a vector", drop(product(s, matrix(solve(s, v)))), v)
  check("chol", crossprod(chol(s)), s)
  check("chol2inv", chol2inv(chol(s)), solve(s))
  check("backsolve", drop(product(chol(s), matrix(backsolve(chol(s), v)))), v)
  check("determinant", determinant(s)$modulus[1], 2 * sum(log(diag(chol(s)))))
  check("qr", qr.Q(qr(a)) %*% qr.R(qr(a)), a)
  q <- qr(a, LAPACK = TRUE)
  check("qr of LAPACK", qr.Q(q) %*% qr.R(q), a[, q$pivot, drop = FALSE])
  d <- svd(a)
  check("svd", d$u %*% (d$d * t(d$v)), a)
  e <- eigen(s, symmetric = TRUE)
  check("eigen, symmetric", e$vectors %*% (e$values * t(e$vectors)), s)
  e <- eigen(s + outer(v, rev(v)))
  check("eigen", (s + outer(v, rev(v))) %*% e$vectors, e$vectors %*% diag(e$values, n), 1e-7)
  z <- a + 1i * matrix(rnorm(m * n), m, n)
  check("complex product", z %*% t(z), product(z, t(z)))
  zs <- product(Conj(t(z)), z) + diag(n)
  check("complex solve", product(zs, solve(zs)), diag(n) + 0i)
  check("complex svd", with(svd(z), u %*% (d * Conj(t(v)))), z)
  check("lm", unname(coef(lm.fit(a, drop(a %*% v)))), v, 1e-7)
}
x <- matrix(c(1, NA, 3, 4), 2)
check("NA", is.na(x %*% diag(2))[2, ], c(TRUE, TRUE))
if (failures > 0) quit(status = 1)
cat("ok\n")
