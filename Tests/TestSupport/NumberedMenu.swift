/// The menu of a terminal without a picture, on which no timed look is possible.
package let numberedMenu = """
  1 human-benchmark: the web classic: pressing 1 hides the rest, then go on
  4 span: your memory span: how many can you hold?
  5 inoue-masking: no hurry: look as you like, 5 out of 1 to 9, 50 boards
  6 kawai: Ai's test: 5 numerals out of 0 to 9, 50 boards
  7 muramatsu: numerals with gaps: press 2 7 8 13 19, 50 boards
  - a round: 5 numerals on 8x5, without a score
  = daily: the game of today, on the same boards for everybody
  Type a number and press Enter to start a test.

  """
