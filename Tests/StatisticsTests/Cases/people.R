#!/usr/bin/env Rscript
# Computes every figure over participants that `summary` and `compare` show (R 4.2.2, lme4 1.1-31).
#
#     Rscript Tests/AnalysisTests/Cases/people.R
#
# people.txt: a row a trial: participant, board, hold, session, passed, right presses before the
# first error, the times of the right presses in ms joined by "," (or -), and the ranks of all
# presses of a trial that goes on after an error (or -).
# people-figures.txt: a row a figure: its name and its value.
#
# 12 participants play 15 boards after 210 and after 650 ms, the first eight in session 1.

suppressMessages(library(lme4))
script <- sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))
folder <- dirname(normalizePath(script))

set.seed(20)
data <- expand.grid(board = 1:15, hold = c(210, 650), participant = 1:12)
data$session <- ifelse(data$board <= 8, 1, 2)
people <- rnorm(12, 0, .8)
places <- rnorm(15, 0, .5)
pace <- rnorm(12, 0, .15)
logit <- -8.2 + 1.45 * log(data$hold) + .25 * data$session + people[data$participant] +
  places[data$board]
data$passed <- rbinom(nrow(data), 1, plogis(logit))
data$right <- ifelse(data$passed == 1, 5, sample(0:4, nrow(data), TRUE))

wander <- function(right) {
  sequence <- seq_len(right)
  for (rank in seq_len(5)[seq_len(5) > right])
    sequence <- c(sequence, sample(setdiff(rank:5, rank), min(sample(0:1, 1), 5 - rank)), rank)
  if (right < 5 && length(sequence) == 5) sequence <- append(sequence, 0, right)
  sequence
}
times <- lapply(seq_len(nrow(data)), function(row) {
  log <- rnorm(data$right[row], log(450) + pace[data$participant[row]] -
    .06 * (data$hold[row] == 650), .35)
  round(exp(log + c(.4, rep(0, 4))[seq_along(log)]))
})
ranks <- lapply(seq_len(nrow(data)), function(row)
  if (data$session[row] == 2 && data$hold[row] == 650) wander(data$right[row]))
joined <- function(values) if (length(values) == 0) "-" else paste(values, collapse = ",")
writeLines(
  paste(data$participant, data$board, data$hold, data$session, data$passed, data$right,
        vapply(times, joined, ""), vapply(ranks, joined, "")),
  file.path(folder, "people.txt"))

rows <- character()
keep <- function(name, value) rows <<- c(rows, paste(name, format(value, digits = 15)))
keepEstimate <- function(name, value, interval) {
  keep(name, value)
  keep(paste0(name, ".lower"), interval[1])
  keep(paste0(name, ".upper"), interval[2])
}
keepMean <- function(name, values, limits = c(-Inf, Inf), mapped = identity) {
  interval <- pmin(pmax(mapped(t.test(values)$conf.int), limits[1]), limits[2])
  keepEstimate(name, mapped(mean(values)), interval)
}
by <- function(values, selected = TRUE)
  as.vector(tapply(values[selected], data$participant[selected], mean))

short <- data$hold == 210
keepMean("share", by(data$passed, short), c(0, 1))
keep("pooled", sum(data$passed[short]))
keepMean("right", by(data$right, short))
keepMean("right_share", by(data$right / 5, short), c(0, 1))
distance <- vapply(ranks, function(sequence)
  if (is.null(sequence)) NA
  else adist(paste(sequence, collapse = ""), "12345")[1] * 1, 0)
again <- !is.na(distance)
keepMean("edit_distance", by(distance, again), c(0, Inf))
for (position in 1:5) {
  reached <- short & data$right >= position - 1 & (data$right < 5 | position <= 5)
  keepMean(paste0("position", position), by(data$right >= position, reached), c(0, 1))
}

# Times: first and later presses, of all, within a range, and within deviations of a participant.
presses <- data.frame(
  row = rep(seq_along(times), lengths(times)), time = unlist(times),
  index = unlist(lapply(times, seq_along)))
presses <- presses[data$hold[presses$row] == 210, ]
presses$participant <- data$participant[presses$row]
presses$isFirst <- presses$index == 1
geometric <- function(name, kept, isFirst) {
  chosen <- presses[kept & presses$isFirst == isFirst, ]
  keepMean(name, as.vector(tapply(log(chosen$time), chosen$participant, mean)), mapped = exp)
}
within <- ave(log(presses$time), presses$participant, presses$isFirst, FUN = function(values)
  abs(values - mean(values)) <= 2 * sd(values)) == 1
ranged <- presses$time >= 300 & presses$time <= 900
for (isFirst in c(TRUE, FALSE)) {
  kind <- if (isFirst) "first" else "later"
  geometric(kind, TRUE, isFirst)
  geometric(paste0(kind, ".latency"), ranged, isFirst)
  geometric(paste0(kind, ".trim"), within, isFirst)
}
keep("latency.below", sum(presses$time < 300))
keep("latency.above", sum(presses$time > 900))
keep("trim.count", sum(!within))

# Slopes: the hold, with the point where p = .5, and the session.
wald <- function(name, model, step = 1) {
  coefficients <- summary(model)$coefficients
  value <- coefficients[2, 1]
  error <- coefficients[2, 2]
  keepEstimate(paste0(name, ".odds_ratio"), exp(step * value),
               exp(step * (value + c(-1, 1) * qnorm(.975) * error)))
  keep(paste0(name, ".z"), coefficients[2, 3])
  keep(paste0(name, ".p"), coefficients[2, 4])
  keep(paste0(name, ".participant_sd"), attr(VarCorr(model)$participant, "stddev"))
  keep(paste0(name, ".board_sd"), attr(VarCorr(model)$board, "stddev"))
}
fit <- function(data, predictor)
  glmer(reformulate(c(predictor, "(1 | participant)", "(1 | board)"), "passed"), data, binomial)
data$logHold <- log(data$hold)
model <- fit(data, "logHold")
wald("hold", model, log(2))
half <- -fixef(model)[[1]] / fixef(model)[[2]]
covariance <- as.matrix(vcov(model))
error <- sqrt(covariance[1, 1] + 2 * half * covariance[1, 2] + half^2 * covariance[2, 2]) /
  fixef(model)[[2]]
keepEstimate("half", exp(half), exp(half + c(-1, 1) * qnorm(.975) * error))
wald("session", fit(data[short, ], "session"))

# The comparison of both holds.
data$isLong <- data$hold == 650
comparison <- fit(data, "isLong")
wald("compare", comparison)
signs <- as.matrix(expand.grid(rep(list(c(0, 1)), 12)))
signedRanks <- function(differences) {
  # Rounding must not separate equal differences.
  differences <- round(differences, 12)
  differences <- differences[differences != 0]
  ranks <- rank(abs(differences))
  positive <- sum(ranks[differences > 0])
  sums <- unique(signs[, seq_along(ranks), drop = FALSE]) %*% ranks
  smaller <- min(positive, sum(ranks) - positive)
  min(1, 2 * mean(sums <= smaller + 1e-9))
}
noncentrality <- function(statistic, degrees, probability)
  uniroot(function(centre) pt(statistic, degrees, centre) - probability, c(-40, 40),
          tol = 1e-12)$root
paired <- function(name, differences, mapped = identity) {
  test <- t.test(differences)
  keepEstimate(name, mapped(mean(differences)), mapped(test$conf.int))
  keep(paste0(name, ".t"), test$statistic)
  keep(paste0(name, ".p"), test$p.value)
  keepEstimate(paste0(name, ".d_z"), test$statistic / sqrt(12),
               c(noncentrality(test$statistic, 11, .975),
                 noncentrality(test$statistic, 11, .025)) / sqrt(12))
  keep(paste0(name, ".g"), test$statistic / sqrt(12) * exp(lgamma(5.5) - lgamma(5)) / sqrt(5.5))
  keep(paste0(name, ".wilcoxon_p"), signedRanks(differences))
}
paired("accuracy", by(data$passed, !short) - by(data$passed, short))
personMean <- function(isFirst, isLong) vapply(1:12, function(person) {
  rows <- which(data$participant == person & data$isLong == isLong)
  chosen <- unlist(lapply(times[rows], function(values)
    if (isFirst) values[seq_len(min(1, length(values)))] else values[-1]))
  mean(log(chosen))
}, 0)
for (isFirst in c(TRUE, FALSE))
  paired(if (isFirst) "first_press" else "later_presses",
         personMean(isFirst, TRUE) - personMean(isFirst, FALSE), exp)
writeLines(rows, file.path(folder, "people-figures.txt"))
