# Principal components of Fisher's iris flowers by crossprod, then a larger Gram matrix for the time. R calls its BLAS; run it
# with LD_PRELOAD=/path/to/libgemmkit_blas.so. Where R lies on another BLAS the numbers are the same and the time is not.
x <- scale(as.matrix(iris[, 1:4]), scale = FALSE)
variances <- eigen(crossprod(x) / (nrow(x) - 1), symmetric = TRUE)$values
fit <- solve(crossprod(cbind(1, x[, 1:3])), crossprod(cbind(1, x[, 1:3]), iris$Petal.Width))

set.seed(1)
large <- matrix(runif(3000 * 1000), 3000)
time <- system.time(gram <- t(large) %*% large)[["elapsed"]]
stopifnot(all.equal(gram[5, 7], sum(large[, 5] * large[, 7])))

blas <- grep("libgemmkit_blas", readLines("/proc/self/maps"), value = TRUE)
cat("variances along the principal components, and the coefficients of petal width on the other three\n")
cat("result", format(c(variances, fit), digits = 6), "\n")
cat("time", time, "\n")
cat("BLAS:", if (length(blas)) sub(".* ", "", blas[1]) else "R's own", "\n")
