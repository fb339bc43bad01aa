# The same as distance.py, with nothing but R, whose adist is Levenshtein's: Rscript distance.R DATA.csv
path <- commandArgs(trailingOnly = TRUE)[1]
read <- function(name) read.csv(name, na.strings = "", stringsAsFactors = FALSE)
trials <- subset(read(path), phase == "test" & !is.na(outcome))
presses <- subset(read(sub(".csv", "-presses.csv", path, fixed = TRUE)), judgement != "ignored")
distance <- mapply(function(name, board) {
  cells <- regmatches(board, gregexpr("[0-9]+@", board))[[1]]
  numerals <- sort(as.integer(sub("@", "", cells)))
  own <- presses[presses$trial_id == name, ]
  ranks <- match(own$numeral[order(own$index)], numerals, nomatch = 0)
  text <- function(ranks) paste(c("0", letters)[ranks + 1], collapse = "")
  adist(text(ranks), text(seq_along(numerals)))[1]
}, trials$trial_id, trials$board)
for (condition in sort(unique(trials$study_condition))) {
  own <- trials$study_condition == condition
  means <- as.vector(tapply(distance[own], trials$participant[own], mean))
  interval <- t.test(means)$conf.int
  cat(sprintf("%s %d %.9f %.9f %.9f\n", condition, length(means), mean(means),
              max(0, interval[1]), interval[2]))
}
