# The same analysis as analysis.py, with nothing but R: Rscript analysis.R DATA.csv
path <- commandArgs(trailingOnly = TRUE)[1]
read <- function(name) read.csv(name, na.strings = "", stringsAsFactors = FALSE)
trials <- read(path)
people <- read(sub(".csv", "-participants.csv", path, fixed = TRUE))
counted <- subset(trials, phase == "test" & simulated == 0 & is.na(excluded) & !is.na(correct) &
  (is.na(hold_met) | hold_met != 0))
shares <- tapply(counted$correct, list(counted$participant, counted$study_condition), mean)
group <- people$group[match(rownames(shares), people$participant)]
for (condition in sort(unique(counted$study_condition))) {
  rows <- counted$correct[counted$study_condition == condition]
  cat(sprintf("%s: %d of %d\n", condition, sum(rows), length(rows)))
}
cat("excluded", sum(!is.na(trials$excluded)), "of", nrow(trials), "\n")
for (name in sort(unique(group))) for (condition in c("h210", "h430", "h650")) {
  values <- shares[group == name, condition]
  cat(name, condition, length(values), sprintf("%.9f", mean(values)), "\n")
}
difference <- shares[, "h650"] - shares[, "h210"]
cat("difference", sprintf("%.9f", mean(difference)), sprintf("%.9f", sd(difference)), "\n")
press <- read(sub(".csv", "-long.csv", path, fixed = TRUE))
press <- subset(press, is.na(excluded) & press_correct == 1 & press_position > 1)
cat("presses", nrow(press), sprintf("%.9f", mean(press$press_line_latency)), "\n")
