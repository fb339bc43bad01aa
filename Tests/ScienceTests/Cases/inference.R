#!/usr/bin/env Rscript
# Computes the cases of the statistics over people with R (here 4.2.2 and MASS).
#
#     Rscript Tests/ScienceTests/Cases/inference.R
#
# One file a subject, a thousand cases each, one a line, numbers separated by blanks, inputs first.

script <- sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))
folder <- dirname(normalizePath(script))

keep <- function(name, seed, make) {
  set.seed(seed)
  lines <- character()
  while (length(lines) < 1000) {
    case <- make()
    if (!is.null(case) && all(is.finite(case)))
      lines <- c(lines, paste(format(case, digits = 10, trim = TRUE, scientific = NA,
                                     drop0trailing = TRUE, width = 1), collapse = " "))
  }
  writeLines(lines, file.path(folder, paste0(name, ".txt")))
}

# format() writes all numbers of a case alike; this one writes each on its own.
format <- function(values, digits, ...) vapply(values, function(value)
  formatC(value, digits = digits, width = 1, format = "g"), "")

keep("holm", 1, function() {
  values <- signif(runif(sample(1:9, 1))^3, 4)
  if (runif(1) < .3) values[sample(length(values), 1)] <- values[1]
  c(length(values), values, p.adjust(values, "holm"))
})

keep("edit-distance", 2, function() {
  count <- sample(1:9, 1)
  pressed <- seq_len(count)
  for (change in seq_len(sample(0:4, 1))) {
    index <- sample(length(pressed) + 1, 1)
    pressed <- switch(sample(3, 1), append(pressed, sample(count, 1), index - 1),
                      pressed[-index], replace(pressed, min(index, length(pressed)), 1))
    pressed <- pressed[!is.na(pressed)]
  }
  right <- 0
  while (right < min(count, length(pressed)) && pressed[right + 1] == right + 1)
    right <- right + 1
  c(count, length(pressed), pressed, right,
    adist(paste(pressed, collapse = ""), paste(seq_len(count), collapse = "")))
})

keep("participant-shares", 3, function() {
  count <- sample(2:8, 1)
  played <- sample(5:60, count, TRUE)
  passed <- rbinom(count, played, plogis(rnorm(count)))
  shares <- passed / played
  if (sd(shares) == 0) return(NULL)
  test <- t.test(shares)
  c(count, as.vector(rbind(passed, played)), mean(shares), sd(shares),
    max(0, test$conf.int[1]), min(1, test$conf.int[2]))
})

# The band by predict() on the scale of the line, the point of a probability by MASS::dose.p.
keep("curve-band", 4, function() {
  count <- sample(3:6, 1)
  places <- seq_len(count)
  played <- sample(10:60, count, TRUE)
  passed <- rbinom(count, played, plogis(rnorm(1) + runif(1, -.8, .8) * (places - mean(places))))
  if (all(passed == 0) || all(passed == played)) return(NULL)
  fit <- glm(cbind(passed, played - passed) ~ places, binomial, control = list(epsilon = 1e-14))
  if (abs(coef(fit)[2]) > 3 || sqrt(vcov(fit)[2, 2]) > 1 || abs(coef(fit)[2]) < .05) return(NULL)
  # summary.glm keeps the errors of the step before the last; these are those of the last.
  share <- fitted(fit)
  design <- model.matrix(fit)
  covariance <- solve(t(design) %*% (design * (played * share * (1 - share))))
  place <- signif(runif(1, 0, count + 1), 4)
  height <- sum(coef(fit) * c(1, place))
  error <- sqrt(drop(c(1, place) %*% covariance %*% c(1, place)))
  level <- signif(runif(1, .2, .8), 4)
  point <- MASS::dose.p(fit, p = level)
  bounds <- as.numeric(point) + c(-1, 1) * qnorm(.975) * as.vector(attr(point, "SE"))
  c(count, as.vector(rbind(places, passed, played)), place,
    plogis(height + c(0, -1, 1) * qnorm(.975) * error), level, as.numeric(point), bounds)
})

keep("latency-trim", 5, function() {
  times <- signif(exp(rnorm(sample(3:8, 1), 6.3, .5)), 3)
  if (runif(1) < .5) times[1] <- signif(times[1] * runif(1, 3, 8), 3)
  count <- signif(runif(1, .8, 2), 3)
  bounds <- exp(mean(log(times)) + c(-1, 1) * count * sd(log(times)))
  if (any(abs(times - bounds[1]) < 1e-6, abs(times - bounds[2]) < 1e-6)) return(NULL)
  kept <- times[times >= bounds[1] & times <= bounds[2]]
  c(length(times), times, count, bounds, sum(times < bounds[1]), sum(times > bounds[2]),
    length(kept), kept)
})

# The mean of the participants' lines of least squares, with the interval of t.test().
keep("participant-slopes", 6, function() {
  people <- sample(3:5, 1)
  trials <- sample(4:8, people, TRUE)
  rows <- do.call(rbind, lapply(seq_len(people), function(person) {
    place <- sample(1:5, trials[person], TRUE)
    cbind(person, place, rbinom(length(place), 1, plogis(place - 3)))
  }))
  lines <- lapply(seq_len(people), function(person) {
    own <- rows[rows[, 1] == person, ]
    if (length(unique(own[, 2])) > 1) coef(lm(own[, 3] ~ own[, 2]))
  })
  table <- do.call(rbind, lines)
  if (is.null(table) || nrow(table) < 2 || any(apply(table, 2, sd) < 1e-9)) return(NULL)
  tests <- lapply(1:2, function(column) t.test(table[, column]))
  c(nrow(rows), as.vector(t(rows)), nrow(table), people - nrow(table),
    unlist(lapply(tests, function(test) c(test$estimate, test$conf.int, test$p.value))))
})
