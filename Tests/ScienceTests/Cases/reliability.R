#!/usr/bin/env Rscript
# Computes the cases of reliabilities by mixed regressions with lme4 (r-cran-lme4, here 1.1-31).
#
#     Rscript Tests/ScienceTests/Cases/reliability.R
#
# It reads the trials that mixed.R has written (mixed-01 to mixed-12), and writes three more files in
# which participants change between two sessions (mixed-13 to mixed-15).
# mixed-reliability.txt: a row a reliability: the number of the file, 1 for scores and 2 for sessions
# (the predictor is 0 or 1), whether it is identified, the correlation of two trials or of the
# sessions' intercepts, the reliability and its bounds (-1 where it is not identified).

suppressMessages(library(lme4))
script <- sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))
folder <- dirname(normalizePath(script))
path <- function(number) file.path(folder, sprintf("mixed-%02d.txt", number))

# Participants whose intercepts in two sessions have a correlation.
sessions <- function(number, people, boards, correlation, hasBoards) {
  set.seed(500 + number)
  data <- expand.grid(board = 1:boards, x1 = 0:1, participant = 1:people)
  first <- rnorm(people)
  second <- correlation * first + sqrt(1 - correlation^2) * rnorm(people)
  own <- ifelse(data$x1 == 0, 1.2 * first[data$participant], 0.9 * second[data$participant])
  data$passed <- rbinom(nrow(data), 1, plogis(own + 0.4 * data$x1 + 0.3 * sin(data$board)))
  # Some trials are lost.
  data <- data[runif(nrow(data)) > 0.05, ]
  if (!hasBoards) data$board <- seq_len(nrow(data))
  write.table(data[, c("participant", "board", "passed", "x1")], path(number), row.names = FALSE,
    col.names = FALSE)
}
sessions(13, 16, 20, 0.6, TRUE)
sessions(14, 30, 12, 0.2, TRUE)
sessions(15, 12, 30, 0.8, FALSE)

fit <- function(data, random) {
  boards <- if (length(unique(data$board)) < nrow(data)) "+ (1 | board)"
  suppressWarnings(suppressMessages(glmer(
    as.formula(paste("passed ~", random, boards)), data, binomial,
    control = glmerControl("bobyqa", optCtrl = list(rhobeg = .02, rhoend = 1e-8, maxfun = 1e5)))))
}

gradient <- function(f, point) sapply(seq_along(point), function(index) {
  step <- replace(numeric(length(point)), index, 1e-4)
  (f(point + step) - f(point - step)) / 2e-4
})

# Whether the model has a value, the value and its bounds: those of the transformed value by the delta
# method, restored.
row <- function(model, single, transformed, restored) {
  spreads <- getME(model, "theta")
  if (any(abs(spreads[grepl("^participant[.][^.]+$", names(spreads))]) < 1e-4)) {
    return(c(0, -1, -1, -1, -1))
  }
  point <- c(spreads, fixef(model))
  value <- function(moved) transformed(single(setNames(moved, names(point))))
  slope <- gradient(value, point)
  error <- sqrt(c(slope %*% (2 * solve(model@optinfo$derivs$Hessian)) %*% slope))
  c(1, single(point), restored(value(point) + c(0, -1, 1) * qnorm(.975) * error))
}

scores <- seq(-8, 8, 0.04)
shares <- dnorm(scores) / sum(dnorm(scores))
correlationOfTrials <- function(point) {
  boards <- if ("board.(Intercept)" %in% names(point)) point[["board.(Intercept)"]] else 0
  chances <- c(plogis(outer(point[["participant.(Intercept)"]] * scores,
    point[["(Intercept)"]] + boards * scores, "+")) %*% shares)
  mean <- sum(shares * chances)
  (sum(shares * chances^2) - mean^2) / (mean * (1 - mean))
}
correlationOfSessions <- function(point) {
  shared <- point[["participant.second.first"]]
  shared / sqrt(shared^2 + point[["participant.second"]]^2)
}

lines <- character()
for (number in 1:15) {
  data <- read.table(path(number))
  names(data) <- c("participant", "board", "passed", "x1", "x2", "x3")[seq_along(data)]
  counts <- table(data$participant)
  count <- length(counts) / sum(1 / counts)
  values <- row(fit(data, "1 + (1 | participant)"), correlationOfTrials,
    function(r) log(count) + qlogis(r), plogis)
  lines <- c(lines, paste(c(number, 1, signif(values, 9)), collapse = " "))
  isWithin <- ncol(data) == 4 && all(data$x1 %in% 0:1) &&
    all(tapply(data$x1, data$participant, function(own) length(unique(own))) == 2)
  if (!isWithin) next
  data$first <- 1 - data$x1
  data$second <- data$x1
  values <- row(fit(data, "x1 + (0 + first + second | participant)"), correlationOfSessions,
    atanh, tanh)
  lines <- c(lines, paste(c(number, 2, signif(values, 9)), collapse = " "))
}
writeLines(lines, file.path(folder, "mixed-reliability.txt"))
