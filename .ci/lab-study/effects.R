# The interactions, orders and reliabilities of a study of two conditions and two groups, and its primary
# outcome, from the export alone: Rscript effects.R DATA.csv FIRST SECOND FIRST-GROUP SECOND-GROUP
# One hold of a condition that mixes several is named with it, as "glance 200"; it has no order.
# Regressions with and without random slopes follow if lme4 is there, unless "means" comes last.
arguments <- commandArgs(trailingOnly = TRUE)
read <- function(name) read.csv(name, na.strings = "", stringsAsFactors = FALSE)
trials <- read(arguments[1])
presses <- read(sub(".csv", "-presses.csv", arguments[1], fixed = TRUE))
people <- read(sub(".csv", "-participants.csv", arguments[1], fixed = TRUE))
conditions <- arguments[2:3]
groups <- arguments[4:5]
mixed <- tapply(trials$requested_hold, trials$study_condition, function(holds)
  length(unique(holds)) > 1)
trials$cell <- ifelse(mixed[trials$study_condition],
  paste(trials$study_condition, trials$requested_hold), trials$study_condition)
trials <- subset(trials, phase == "test" & is.na(excluded) & !is.na(correct) &
  cell %in% conditions & (is.na(hold_met) | hold_met != 0))
trials$group <- people$group[match(trials$participant, people$participant)]

# The times of right presses before the first error; the first one is counted from the mask.
presses <- subset(presses, trial_id %in% trials$trial_id & judgement %in% c("right", "wrong"))
presses <- presses[order(match(presses$trial_id, trials$trial_id), presses$index), ]
wrong <- ave(presses$judgement == "wrong", presses$trial_id, FUN = cumsum)
presses <- presses[wrong == 0, ]
presses$number <- ave(presses$index, presses$trial_id, FUN = seq_along)
first <- trials$first_press_from_mask[match(presses$trial_id, trials$trial_id)]
presses$latency <- ifelse(presses$number == 1, first, presses$line_latency)
presses <- subset(presses, !is.na(latency) & latency > 0)

# The value of a measure in some trials.
value <- function(measure, rows) {
  if (measure == "accuracy") return(if (nrow(rows)) mean(rows$correct) else NA)
  own <- presses[presses$trial_id %in% rows$trial_id, ]
  own <- own[(own$number == 1) == (measure == "first_press"), ]
  if (nrow(own)) mean(log(own$latency)) else NA
}
measures <- c("accuracy", "first_press", "later_presses")
codes <- sort(unique(trials$participant))
of <- function(code, condition) {
  trials[trials$participant == code & trials$cell == condition, ]
}
difference <- function(measure) sapply(codes, function(code)
  value(measure, of(code, conditions[1])) - value(measure, of(code, conditions[2])))
group <- trials$group[match(codes, trials$participant)]
leads <- sapply(codes, function(code)
  min(of(code, conditions[1])$study_block) < min(of(code, conditions[2])$study_block))
line <- function(...) cat(..., "\n")
shown <- function(test, measure, share = 1) {
  estimate <- share * (test$estimate[1] - test$estimate[2])
  interval <- share * test$conf.int
  if (measure != "accuracy") { estimate <- exp(estimate); interval <- exp(interval) }
  sprintf("%.9g", c(estimate, interval, test$statistic, test$parameter, test$p.value))
}
for (measure in measures) {
  own <- difference(measure)
  if (any(tapply(!is.na(own), group, sum) < 2)) next
  line("interaction", measure,
    shown(t.test(own[group == groups[1]], own[group == groups[2]]), measure))
  # Someone without trials of the second condition has no difference, and counts as nobody here.
  sides <- c(sum(!is.na(own[leads])), sum(!is.na(own[!leads])))
  if (all(sides > 1)) line("order", measure, shown(t.test(own[leads], own[!leads]), measure, 0.5))
}
paired <- t.test(difference("accuracy"))
line("primary", sprintf("%.9g", c(paired$estimate, paired$conf.int, paired$statistic, paired$p.value)))

reliability <- function(name, measure, one, other, whole) {
  there <- !is.na(one) & !is.na(other)
  if (sum(there) < 5 || sd(one[there]) == 0 || sd(other[there]) == 0) return()
  test <- cor.test(one[there], other[there])
  line(name, measure, sum(there), sprintf("%.9g", c(test$estimate,
    pmax(-1, whole(c(test$estimate, test$conf.int))))))
}
for (condition in sort(conditions)) for (measure in measures) {
  half <- function(rest) as.numeric(sapply(codes, function(code) {
    rows <- of(code, condition)
    value(measure, rows[seq_len(nrow(rows)) %% 2 == rest, ])
  }))
  reliability(paste("halves", condition), measure, half(1), half(0), function(r) 2 * r / (1 + r))
  session <- function(number) as.numeric(sapply(codes, function(code) {
    rows <- of(code, condition)
    value(measure, rows[rows$session_number == number, ])
  }))
  reliability(paste("sessions", condition), measure, session(1), session(2), identity)
}

if (!"means" %in% arguments && suppressWarnings(require(lme4, quietly = TRUE))) {
  trials$is_first <- as.numeric(trials$cell == conditions[1])
  trials$is_first_group <- as.numeric(trials$group == groups[1])
  trials$leads <- as.numeric(leads[match(trials$participant, codes)])
  trials$interaction <- trials$is_first * trials$is_first_group
  trials$comes_first <- as.numeric(trials$is_first == trials$leads)
  fit <- function(fixed, random) suppressMessages(glmer(
    as.formula(paste("correct ~", fixed, "+ (", random, "| participant) + (1 | board)")),
    trials, family = binomial))
  for (model in list(
    c("condition", "is_first"), c("interaction", "interaction + is_first + is_first_group"),
    c("order", "comes_first + is_first + leads"))) {
    intercepts <- fit(model[2], "1")
    slopes <- fit(model[2], "1 + is_first")
    ratio <- as.numeric(max(0, 2 * (logLik(slopes) - logLik(intercepts))))
    p <- pchisq(ratio, 2, lower.tail = FALSE)
    used <- if (p < 0.2) slopes else intercepts
    own <- summary(used)$coefficients[2, ]
    line("regression", model[1], sprintf("%.6g", c(ratio, p, own[1], own[2], own[4])))
  }
}

# The reliability of accuracy by mixed regressions: of all trials from the variance of the
# participants' intercepts, of the first two sessions from the correlation of their intercepts. The
# intervals come from lme4's second derivatives, by the delta method.
if (!"means" %in% arguments && suppressWarnings(require(lme4, quietly = TRUE))) {
  grid <- seq(-8, 8, 0.05)
  weights <- dnorm(grid) / sum(dnorm(grid))
  boards <- function(rows) {
    if (length(unique(rows$board)) %in% c(1, nrow(rows))) "" else "+ (1 | board)"
  }
  gradient <- function(f, point) sapply(seq_along(point), function(index) {
    step <- replace(numeric(length(point)), index, 1e-5)
    (f(point + step) - f(point - step)) / 2e-5
  })
  mixed <- function(name, rows, random, value, transformed, restored) {
    fit <- suppressWarnings(suppressMessages(glmer(
      as.formula(paste("correct ~", random, boards(rows))), rows, family = binomial)))
    spreads <- getME(fit, "theta")
    # A spread of the participants at the end of its range is not identified.
    if (any(abs(spreads[grepl("^participant[.][^.]+$", names(spreads))]) < 1e-4)) {
      return(line(name, "none"))
    }
    point <- c(spreads, fixef(fit))
    named <- function(numbers) setNames(numbers, names(point))
    slope <- gradient(function(moved) transformed(named(moved)), point)
    error <- sqrt(c(slope %*% (2 * solve(fit@optinfo$derivs$Hessian)) %*% slope))
    bounds <- restored(transformed(point) + c(0, -1, 1) * qnorm(0.975) * error)
    line(name, length(unique(rows$participant)), length(unique(rows$board)), nrow(rows),
      sprintf("%.6g", c(value(point), bounds)))
  }
  for (condition in sort(conditions)) {
    rows <- trials[trials$cell == condition, ]
    counts <- table(rows$participant)
    count <- length(counts) / sum(1 / counts)
    single <- function(point) {
      board <- if ("board.(Intercept)" %in% names(point)) point[["board.(Intercept)"]] else 0
      chance <- sapply(grid, function(score) sum(weights * plogis(
        point[["(Intercept)"]] + point[["participant.(Intercept)"]] * score + board * grid)))
      mean <- sum(weights * chance)
      (sum(weights * chance^2) - mean^2) / (mean * (1 - mean))
    }
    mixed(paste("mixed scores", condition), rows, "1 + (1 | participant)", single,
      function(point) log(count) + qlogis(single(point)), plogis)
    numbers <- lapply(split(rows$session_number, rows$participant), function(own)
      head(sort(unique(own)), 2))
    rows$place <- mapply(function(code, number) match(number, numbers[[code]]),
      as.character(rows$participant), rows$session_number)
    rows <- rows[!is.na(rows$place) & lengths(numbers[as.character(rows$participant)]) == 2, ]
    rows$first <- as.numeric(rows$place == 1)
    rows$second <- as.numeric(rows$place == 2)
    if (!nrow(rows)) next
    # The Cholesky factor of the covariances of the two sessions' intercepts.
    correlation <- function(point) {
      crossed <- point[["participant.second.first"]]
      crossed / sqrt(crossed^2 + point[["participant.second"]]^2)
    }
    mixed(paste("mixed sessions", condition), rows, "second + (0 + first + second | participant)",
      correlation, function(point) atanh(correlation(point)), tanh)
  }
}
