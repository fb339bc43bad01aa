#!/usr/bin/env Rscript
# Computes the cases of the mixed logistic regression with lme4 (r-cran-lme4, here 1.1-31).
#
#     Rscript Tests/ScienceTests/Cases/mixed.R
#
# mixed-NN.txt: a row a trial: participant, board, passed, predictors.
# mixed.txt: a row a file: its number, the number of predictors, whether boards are in the model,
# whether the fit is singular, the estimates (intercept first), their errors, the deviations of
# participants and of boards (-1 where they are not in the model), minus twice the log-likelihood.
#
# nAGQ = 1 is Laplace's approximation. mixed-defaults.txt has the same rows as lme4 computes them
# without any control: its inner iteration ends early there. For mixed.txt it goes on to the end, so
# that the figures are right to more digits than are compared. What is printed beside a case is how
# far the defaults are from that: the estimates in errors, the errors in shares of themselves.

suppressMessages(library(lme4))
script <- sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))
folder <- dirname(normalizePath(script))

outcome <- function(data, fixed, participants, boards) {
  people <- rnorm(max(data$participant), 0, participants)
  places <- rnorm(max(data$board), 0, boards)
  logit <- fixed + people[data$participant] + places[data$board]
  data$passed <- rbinom(nrow(data), 1, plogis(logit))
  data
}

crossed <- function(people, boards) expand.grid(board = 1:boards, participant = 1:people)

cases <- list(
  function() outcome(crossed(24, 20), 0, .7, .4),
  function() {
    data <- crossed(24, 60)
    data$x1 <- log(c(210, 430, 650))[1 + (data$participant + data$board) %% 3]
    outcome(data, -8.5 + 1.5 * data$x1, .6, .5)
  },
  function() {
    data <- rbind(cbind(crossed(12, 15), x1 = 0), cbind(crossed(12, 15), x1 = 1))
    outcome(data, -.2 + .9 * data$x1, .8, .5)
  },
  function() {
    data <- crossed(20, 18)
    data$x1 <- (data$participant + data$board) %% 2
    outcome(data, .3 - .5 * data$x1, .7, 0)
  },
  function() outcome(crossed(15, 12), .4, 0, 0),
  function() {
    data <- crossed(10, 40)
    data$x1 <- log(c(210, 430, 650))[1 + (data$participant + data$board) %% 3]
    outcome(data, -5 + .9 * data$x1, 0, .9)
  },
  function() {
    data <- rbind(cbind(crossed(14, 16), x2 = 0), cbind(crossed(14, 16), x2 = 1))
    data$x1 <- log(c(210, 300, 430, 650))[1 + (data$participant + data$board) %% 4]
    data$x3 <- data$x1 * data$x2
    outcome(data, -7 + 1.2 * data$x1 - 1.5 * data$x2 + .3 * data$x3, .6, .6)
  },
  function() {
    # Each participant gets 20 of 120 boards, and some trials are lost.
    data <- do.call(rbind, lapply(1:20, function(person)
      data.frame(participant = person, board = sample(120, 20))))
    data <- data[runif(nrow(data)) > .1, ]
    data$x1 <- sample(4:7, nrow(data), TRUE)
    outcome(data, 5 - .9 * data$x1, .8, .7)
  },
  function() {
    # Boards of their own: no board comes twice, so that they can't be in the model.
    data <- crossed(18, 25)
    data$x1 <- 1:nrow(data) %% 2
    data <- outcome(data, .2 + .6 * data$x1, .9, 0)
    data$board <- 1:nrow(data)
    data
  },
  function() outcome(crossed(14, 20), .8, 2.2, 1.2),
  function() {
    data <- crossed(6, 8)
    data$x1 <- data$board %% 2
    outcome(data, -.3 + data$x1, .5, .3)
  },
  function() {
    # Two groups of participants.
    data <- crossed(30, 16)
    data$x1 <- data$participant %% 2
    outcome(data, -.5 + .7 * data$x1, .6, .4)
  })

fit <- function(data, hasBoards, ...) {
  predictors <- grep("^x", names(data), value = TRUE)
  random <- c("(1 | participant)", if (hasBoards) "(1 | board)")
  glmer(reformulate(c(1, predictors, random), "passed"), data, binomial, nAGQ = 1, ...)
}

deviation <- function(model, group) {
  if (group %in% names(VarCorr(model))) attr(VarCorr(model)[[group]], "stddev")[[1]] else -1
}

row <- function(number, count, hasBoards, model) {
  errors <- sqrt(diag(as.matrix(vcov(model))))
  values <- c(number, count, hasBoards, isSingular(model), fixef(model), errors,
              deviation(model, "participant"), deviation(model, "board"), -2 * logLik(model)[1])
  paste(signif(values, 9), collapse = " ")
}

lines <- character()
defaults <- character()
for (number in seq_along(cases)) {
  set.seed(400 + number)
  data <- cases[[number]]()
  predictors <- sort(grep("^x", names(data), value = TRUE))
  data <- data[, c("participant", "board", "passed", predictors)]
  table <- signif(as.matrix(data), 10)
  write.table(table, file.path(folder, sprintf("mixed-%02d.txt", number)), row.names = FALSE,
              col.names = FALSE)
  data <- as.data.frame(table)
  hasBoards <- length(unique(data$board)) < nrow(data)
  model <- suppressWarnings(fit(data, hasBoards, control = glmerControl(
    "bobyqa", tolPwrss = 1e-12, optCtrl = list(rhobeg = .02, rhoend = 1e-8, maxfun = 1e5))))
  usual <- suppressWarnings(fit(data, hasBoards))
  lines <- c(lines, row(number, length(predictors), hasBoards, model))
  defaults <- c(defaults, row(number, length(predictors), hasBoards, usual))
  errors <- sqrt(diag(as.matrix(vcov(model))))
  cat(lines[number], "\n  ", signif((fixef(usual) - fixef(model)) / errors, 2), "|",
      signif(sqrt(diag(as.matrix(vcov(usual)))) / errors - 1, 2), "\n")
}
writeLines(lines, file.path(folder, "mixed.txt"))
writeLines(defaults, file.path(folder, "mixed-defaults.txt"))
