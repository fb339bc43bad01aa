import Shell
import Studies
import Testing

/// Tests of the errors of invalid study files.
struct StudyMistakeTests {
  private static let spanKeys = "practice, until, trials, count, seed, limit, begin, feedback"
  private static let head = StudyText.head
  /// The usage of questions, which errors of their syntax have.
  private static let questionUsage =
    "question NAME integer LOW..HIGH TEXT [optional] [KEY=VALUE ...], "
    + "or question NAME decimal LOW..HIGH TEXT [optional] [KEY=VALUE ...], "
    + "or question NAME scale LOW..HIGH LOWEST HIGHEST TEXT [optional] [KEY=VALUE ...], "
    + "or question NAME choice A,B TEXT [optional] [KEY=VALUE ...], "
    + "or question NAME text TEXT [optional] [KEY=VALUE ...]"

  /// Returns the message of the error in a study file; empty if it is valid.
  private func fault(_ text: String, in language: Language = .english) -> String {
    do throws(StudyError) {
      _ = try StudyFile.read(text)
      return ""
    } catch { return error.words(in: language) }
  }

  @Test(arguments: [
    ("", "1: a study begins with \"@ chimp-study 1\", at column 1"),
    ("name memory", "1: a study begins with \"@ chimp-study 1\", at column 1"),
    (
      "@ chimp-study 2 \nname memory",
      "1: version 2 of study files is unknown: this program reads version 1, at column 15"
    ),
    ("@ chimp-study 1x", "1: a study begins with \"@ chimp-study 1\", at column 1"),
    ("@ chimp-study 1", "1: \"name\" is missing, at column 1"),
    ("@ chimp-study 1 \t", "1: \"name\" is missing, at column 1"),
    ("@ chimp-study 1\nname memory\n", "3: \"participants\" is missing, at column 1"),
    (head + "# no test\n", "5: \"condition\" is missing, at column 1"),
    (
      "@ chimp-study 1\nname Anna Smith",
      "2: unexpected argument \"Smith\" at column 11 (usage: name NAME)"
    ),
    (
      "@ chimp-study 1\nname \"Anna Smith\"",
      "2: \"Anna Smith\" is not a name: 1 to 32 letters (a to z, A to Z), digits and \"-\", at column 6"
    ),
    (
      "@ chimp-study 1\nname no",
      "2: a study can't be called no: study=no selects trials outside of studies, at column 6"
    ),
    (head + "name other", "4: \"name\" appears twice, at column 1"),
    (
      head + "  ordre latin",
      "4: unknown word \"ordre\" at column 3, did you mean \"order\"?"
    ),
    (
      head + "order latn",
      "4: unknown order \"latn\" at column 7, did you mean \"latin\"?"
    ),
    (
      head + "participants 0", "4: N must be from 1 to 10000: \"0\" at column 14"
    ),
    (head + "sessions 2 gap=1w", "4: \"1w\" is not a time such as 30m, 24h or 7d, at column 12"),
    (head + "seed a\"b", "4: the quote at column 7 is not closed"),
    (head + "seed 12345678901234567", "4: TEXT is longer than 16 bytes at column 6"),
    (head + "| text", "4: no page has begun, at column 1"),
    (head + "sessions 1 stale=1", "4: \"1\" is not a time such as 30m, 24h or 7d, at column 12"),
    (
      head + "boards same shuffled",
      "4: only boards that come again can be shuffled: boards paired, not same, at column 13"
    ),
  ])
  func `A wrong line of the whole study is named with its column`(text: String, words: String) {
    #expect(fault(text) == words)
  }

  @Test(arguments: [
    (
      head + "condition a inoue-21",
      "4: unknown test \"inoue-21\" at column 13, did you mean \"inoue-210\"?"
    ),
    (
      head + "condition a kawai count=6",
      "4: kawai is played with 4 or 5 numerals, not with 6, at column 19"
    ),
    (head + "condition a span seed=x", "4: a study takes no seed= here, at column 18"),
    (
      head + "condition a span practice=3 until=4",
      "4: until=4 needs practice=4 or more, at column 29"
    ),
    (
      head + "condition a span until=80%/10",
      "4: until=80%/10 needs practice=10 or more, at column 18"
    ),
    (
      head + "practice span practice=9 until=80%/10",
      "4: until=80%/10 needs practice=10 or more, at column 26"
    ),
    (
      head + "condition a span practice=20 until=101%/10",
      "4: until= takes a number such as 3 or a share such as 80%/10, not \"101%/10\", at column 30"
    ),
    (
      head + "condition a span practice=20 until=0%/10",
      "4: until= takes a number such as 3 or a share such as 80%/10, not \"0%/10\", at column 30"
    ),
    (
      head + "condition a span practice=20 until=80%/",
      "4: until= takes a number such as 3 or a share such as 80%/10, not \"80%/\", at column 30"
    ),
    (
      head + "condition a span practice=20 fail=stop", "4: fail= needs until=, at column 30"
    ),
    (head + "practice span practice=20 fail=go-on", "4: fail= needs until=, at column 27"),
    (
      head + "practice span practice=20 until=3 fail=end",
      "4: fail must be one of stop, go-on: \"end\" at column 35"
    ),
    (head + "condition a hold=49", "4: hold must be from 50 to 60000: \"49\" at column 13"),
    (head + "condition a size=8", "4: size= takes a size such as 8x5, not \"8\", at column 13"),
    (
      head + "condition a count=5 size=2x2",
      "4: 5 numerals do not fit on 2x2 (4 squares), at column 13"
    ),
    (
      head + "condition a hold=300 mask=never",
      "4: hold= masks the numerals, mask=never does not, at column 13"
    ),
    (
      head + "condition a span size=2x2",
      "4: span takes no size=, only \(spanKeys), at column 18"
    ),
    (head + "practice inoue-210", "4: practice=N is missing, at column 19"),
    (
      head + "condition end span",
      "4: a condition can't be called end: pages have that place, at column 11"
    ),
    (head + "condition a span\ncondition a span", "5: \"a\" appears twice, at column 11"),
    (head + "practice span", "4: practice=N is missing, at column 14"),
    (
      head + "practice span practice=2 until=3", "4: until=3 needs practice=3 or more, at column 26"
    ),
    (
      head + "condition a span\npage b\n",
      "5: unknown place \"b\" at column 6, did you mean \"break\"?"
    ),
    (
      head + "condition a span\npage break\n|  \npage a\n| text",
      "5: the page \"break\" has no text, at column 6"
    ),
    (
      head + "condition a span\npage a\n| te\u{0}xt",
      "6: a character that can't be shown, at column 5"
    ),
    (head + "condition a span\npage a fr", "5: LANGUAGE must be one of en, ja: \"fr\" at column 8"),
  ])
  func `A wrong condition is named with its column`(text: String, words: String) {
    #expect(fault(text) == words)
  }

  @Test(arguments: [
    (head + "groups a b a", "4: \"a\" appears twice, at column 12"),
    (
      head + "group a b",
      "4: unexpected argument \"b\" at column 9 (usage: group NAME)"
    ),
    (
      head + "groups a b.c",
      "4: \"b.c\" is not a name: 1 to 32 letters (a to z, A to Z), digits and \"-\", at column 10"
    ),
    (
      head + "groups",
      "4: NAME is missing (usage: groups NAME [NAME ...] [assign=blocks]), at column 7"
    ),
    (
      head + "groups a b assign=chance",
      "4: \"chance\" is neither blocks nor weights such as 2:1, at column 12"
    ),
    (
      head + "groups a b assign=2:0",
      "4: \"0\" is not a weight: a number from 1 to 100, at column 12"
    ),
    (
      head + "groups assign=2: a b",
      "4: \"\" is not a weight: a number from 1 to 100, at column 8"
    ),
    (
      head + "groups a b assign=02:101",
      "4: \"02\" is not a weight: a number from 1 to 100, at column 12"
    ),
    (
      head + "condition a span\ngroups a b c assign=2:1\n# more",
      "5: 2 weights for 3 groups: each group needs one, at column 14"
    ),
    (
      head + "condition a span\ngroups a b assign=1:1:1",
      "5: 3 weights for 2 groups: each group needs one, at column 12"
    ),
    (
      head + "condition a span\ngroups a b assign=1:1\ngroup c",
      "5: 2 weights for 3 groups: each group needs one, at column 12"
    ),
    (
      head + "condition a span\ngroups a assign=blocks",
      "5: a is the only group: a study has none, or two at least, at column 8"
    ),
    (
      head + "group a assign=blocks",
      "4: unexpected argument \"assign=blocks\" at column 9 (usage: group NAME)"
    ),
    (
      head + "  question x choice a,b",
      "4: TEXT is missing (usage: \(questionUsage)), at column 24"
    ),
    (
      head + "question x scale 1..7 \"not at all\" \"How calm?\"",
      "4: a scale has a label for each end, and then the text, at column 47"
    ),
    (
      head + "question x scale 1..7 \"How calm?\"",
      "4: a scale has a label for each end, and then the text, at column 34"
    ),
    (
      head + "question x scale 1..7 \"not at all\" \"How calm?\" optional",
      "4: a scale has a label for each end, and then the text, at column 48"
    ),
    (
      head + "question x scale 1..7 \"\" very z",
      "4: \"\" can't be the label of a scale: 1 to 64 characters, at column 23"
    ),
    (
      head + "question x scale 3..3 a b z",
      "4: \"3..3\" is not a range such as 18..99, at column 18"
    ),
    (
      head + "question x scale 1..7 a b z ja-labels=c",
      "4: ja-labels= takes the two labels of a scale, such as A,B, not \"c\", at column 29"
    ),
    (
      head + "question x text z ja-labels=c,d",
      "4: ja-labels= takes the two labels of a scale, such as A,B, not \"c,d\", at column 19"
    ),
    (
      head + "question x decimal 1,5..2 z",
      "4: \"1,5..2\" is not a range such as 0.5..99.5, at column 20"
    ),
    (
      head + "question x decimal 2.5..2.5 z",
      "4: \"2.5..2.5\" is not a range such as 0.5..99.5, at column 20"
    ),
    (
      head + "question x text z at=end after=block",
      "4: a question has at= or after=, not both, at column 26"
    ),
    (
      head + "question x text z after=lunch",
      "4: after must be one of block, trial: \"lunch\" at column 19"
    ),
    (
      head + "question x text z if",
      "4: a condition is written if NAME=ANSWER, at column 19"
    ),
    (
      head + "condition a span\nquestion sex choice f,m,other Sex\n"
        + "question more text More optional if gender=other",
      "6: there is no question \"gender\", at column 37"
    ),
    (
      head + "condition a span\nquestion sex choice f,m,other Sex\n"
        + "question more text More if sex=others",
      "6: \"others\" is not an answer to sex, at column 28"
    ),
    (
      head + "condition a span\nquestion more text More if sex=other\n"
        + "question sex choice f,m,other Sex",
      "5: the answer to \"sex\" is not known when this is asked, at column 28"
    ),
    (
      head + "condition a span\nquestion more text More if more=x",
      "5: the answer to \"more\" is not known when this is asked, at column 28"
    ),
    (
      head + "condition a span\nquestion sex choice f,m Sex at=end\n"
        + "question more text More after=block if sex=f",
      "6: the answer to \"sex\" is not known when this is asked, at column 40"
    ),
    (
      head + "condition a span\nquestion calm scale 1..7 a b Calm after=block\n"
        + "question more text More at=end if calm=1",
      "6: the answer to \"calm\" is not known when this is asked, at column 35"
    ),
    (
      head + "condition a span\nquestion n integer 1..3 N\nquestion more text More if n=4",
      "6: \"4\" is not an answer to n, at column 28"
    ),
    (
      head + "condition a span\nquestion n text N optional\nquestion more text More if n=",
      "6: \"\" is not an answer to n, at column 28"
    ),
    (
      head + "condition a span\nquestion calm scale 1..7 a b Calm after=block\n"
        + "exclude participant calm above 5",
      "6: \"calm\" can't be used to exclude, only trials, passed, excluded, practice, "
        + "hold-missed, at column 21"
    ),
    (
      head + "condition a span\nquestion calm scale 1..7 a b Calm\nexclude trial calm above 5",
      "6: \"calm\" can't be used to exclude, only first-press, press, time, study-time, "
        + "early-inputs, number, latency, at column 15"
    ),
    (
      head + "condition a span\nquestion calm scale 1..7 a b Calm after=block\n"
        + "exclude trial calm above 0",
      "6: the rules about calm leave no value: all would be excluded, at column 26"
    ),
    (
      head + "condition a span\nquestion time integer 1..7 Time after=block\n"
        + "exclude trial time above 5",
      "6: \"time\" is a question and a measure: give the question another name, at column 15"
    ),
    (
      head + "condition a span\nquestion dose decimal 0.5..9 Dose\n"
        + "exclude participant dose above 1.50",
      "6: \"1.50\" is not a value of dose: 0.5 to 9, at column 32"
    ),
    (
      head + "condition a span\ngroups a b c d e f g\ngroup h\nparticipants 7",
      "7: \"participants\" appears twice, at column 1"
    ),
    (
      "@ chimp-study 1\nname memory\nparticipants 2\ngroups a b\ngroup c\ncondition a span",
      "5: 3 groups of 2 participants: each group needs someone, at column 7"
    ),
    (
      head + "condition a span\nconsent agree ja\n|\n|  \nconsent agree\n| You may stop.",
      "5: the consent \"agree\" has no text to agree to, at column 9"
    ),
    (
      head + "question group text x",
      "4: \"group\" is a column of the data: give the question another name, at column 10"
    ),
    (head + "consent no", "4: \"no\" can't be the key, at column 9"),
    (head + "consent yes\nconsent yes en", "5: \"consent en\" appears twice, at column 1"),
    (head + "question a integer 5 x", "4: \"5\" is not a range such as 18..99, at column 20"),
    (
      head + "question a integer 9..5 x",
      "4: the range \"9..5\" is reversed: its lower end comes first, at column 20"
    ),
    (
      head + "question a decimal 2.5..0.5 x",
      "4: the range \"2.5..0.5\" is reversed: its lower end comes first, at column 20"
    ),
    (
      head + "question a scale 5..1 a b x",
      "4: the range \"5..1\" is reversed: its lower end comes first, at column 18"
    ),
    (
      head + "question a choice x y",
      "4: \"x\" is not a list of choices such as right,left, at column 19"
    ),
    (
      head + "question a choice x,y z ja-choices=x",
      "4: no 2 other choices in Japanese: \"x\", at column 25"
    ),
    (
      head + "question a choice x,y z ja-choices=y,x",
      "4: no 2 other choices in Japanese: \"y,x\", at column 25"
    ),
    (
      head + "question a text z ja-choices=x,y",
      "4: only a choice takes ja-choices=, at column 19"
    ),
    (head + "leave no", "4: \"no\" can't be the word that leaves, at column 7"),
    (head + "leave \"a b\"", "4: \"a b\" can't be the word that leaves, at column 7"),
    (head + "question a text x\nquestion a text y", "5: \"a\" appears twice, at column 10"),
    (
      head + "question a number 1..2 x",
      "4: TYPE must be one of integer, decimal, scale, choice, text: \"number\" at column 12"
    ),
    (
      head + "condition a span\ngroup x\nparticipants 9",
      "6: \"participants\" appears twice, at column 1"
    ),
    (
      head + "condition a span\ngroup x",
      "5: x is the only group: a study has none, or two at least, at column 7"
    ),
    (
      head + "condition a span\nshow results conditions results",
      "5: \"results\" appears twice, at column 25"
    ),
    (
      head + "condition a span\nshow scores",
      "5: ITEM must be one of conditions, results: \"scores\" at column 6"
    ),
  ])
  func `A wrong line about participants is named with its column`(text: String, words: String) {
    #expect(fault(text) == words)
  }

  @Test(arguments: [
    (
      head + "exclude people passed below 5",
      "4: SUBJECT must be one of participant, trial: \"people\" at column 9"
    ),
    (
      head + "exclude trial first-press under 5",
      "4: RELATION must be one of below, above, is, beyond: \"under\" at column 27"
    ),
    (
      head + "condition a span\nexclude trial passed below 5",
      "5: \"passed\" can't be used to exclude, only first-press, press, time, study-time, "
        + "early-inputs, number, latency, at column 15"
    ),
    (
      head + "condition a span\nquestion age integer 1..2 x\nquestion t text y\n"
        + "exclude participant t is x",
      "7: the answers to t are texts, which no rule compares, at column 21"
    ),
    (
      head + "condition a span\nquestion passed integer 1..2 x\n"
        + "exclude participant passed is 2",
      "6: \"passed\" is a question and a measure: give the question another name, at column 21"
    ),
    (
      head + "condition a span\nexclude trial time above 1.5",
      "5: \"1.5\" is not a value of time: a whole number such as 150, at column 26"
    ),
    (
      head + "condition a span\nexclude participant hand below left\nquestion hand choice a,b x",
      "5: hand takes no \"below\", only \"is\", at column 26"
    ),
    (
      head + "condition a span\nexclude participant hand is left\nquestion hand choice a,b x",
      "5: \"left\" is not a value of hand: a, b, at column 29"
    ),
    (
      head + "exclude trial time above 5\nexclude trial time above 5",
      "5: \"trial time above 5\" appears twice, at column 1"
    ),
    (
      head + "condition a span\nexclude trial time below 500\nexclude trial press above 9\n"
        + "exclude trial time above 400",
      "7: the rules about time leave no value: all would be excluded, at column 26"
    ),
    (
      head + "condition a span\nexclude trial number above 1\nexclude trial number is 1",
      "6: the rules about number leave no value: all would be excluded, at column 25"
    ),
    (
      head + "condition a span\nexclude participant passed below 50\n"
        + "exclude participant passed above 50\nexclude participant passed is 50",
      "7: the rules about passed leave no value: all would be excluded, at column 31"
    ),
    (
      head + "condition a span\nquestion hand choice a,b x\nexclude participant hand is a\n"
        + "exclude participant hand is b",
      "7: the rules about hand leave no value: all would be excluded, at column 29"
    ),
    (
      head + "condition a span\nquestion age integer 18..20 x\nexclude participant age above 18\n"
        + "exclude participant age is 18",
      "7: the rules about age leave no value: all would be excluded, at column 28"
    ),
    (
      head + "condition a span\nexclude participant practice is failed",
      "5: no practice of this study has a criterion (until=N), at column 21"
    ),
    (
      head + "condition a span practice=2 until=2\nexclude participant practice below 1",
      "5: practice takes no \"below\", only \"is\", at column 30"
    ),
    (
      head + "condition a span practice=2 until=2\nexclude participant practice is passed",
      "5: \"passed\" is not a value of practice: failed, at column 33"
    ),
    (
      head + "condition a span\nexclude participant passed below 500",
      "5: \"500\" is not a value of passed: 0% to 100%, at column 34"
    ),
    (
      head + "condition a inoue-210 trials=12\nexclude trial number below 400",
      "5: no block has as many trials: 12 at the most, so that all would be excluded, at column 28"
    ),
  ])
  func `A wrong rule of exclusion is named with its column`(text: String, words: String) {
    #expect(fault(text) == words)
  }

  @Test(arguments: [
    ("condition b hold=200, 400", "a list has no blank after a comma, at column 23"),
    ("condition b hold = 400", "hold= and its value have no blank, at column 13"),
    ("condition b hold =400", "hold= and its value have no blank, at column 13"),
    ("condition b hold=400 # easy", "a comment needs a line of its own, at column 22"),
    ("boards same # those", "a comment needs a line of its own, at column 13"),
    (
      "condition very long",
      "unknown test \"long\" at column 16 (for example inoue-masking, kawai, muramatsu)"
    ),
    (
      "condition start hold=400",
      "a condition can't be called start: pages have that place, at column 11"
    ),
    ("question h choice right, left \"?\"", "a list has no blank after a comma, at column 26"),
    ("question h choice a,b “Which hand?”", "quotes are straight (\"), not “, at column 23"),
    (
      "question integer 1..5 \"How?\"",
      "the question has no name before \"integer\", at column 10"
    ),
    (
      "question h choice a,b Which hand?",
      "unexpected argument \"hand?\" at column 29 "
        + "(usage: question NAME choice A,B TEXT [optional] [KEY=VALUE ...])"
    ),
    (
      "question h integer 1..5 \"How?\" if s is a",
      "a condition is written if NAME=ANSWER, at column 32"
    ),
    ("exclude trial study-time above 110 %", "a number has no blank before its %, at column 36"),
    (
      "exclude trial latency above 2.5 sd",
      "latency, beyond and sd make one rule: exclude trial latency beyond 3 sd, at column 23"
    ),
    (
      "exclude participant passed below 50% in a 200",
      "the hold of a condition needs quotes: in \"a 200\", at column 41"
    ),
    (
      "exclude participant passed below 50% in a b",
      "unexpected argument \"b\" at column 43 "
        + "(usage: exclude SUBJECT MEASURE RELATION VALUE [in] [CONDITION])"
    ),
    (
      "exclude trial study-time above 90%",
      "a completed hold is 100% of it, so that all would be excluded, at column 32"
    ),
    (
      "exclude participant trials below 31",
      "a participant plays 30 trials at the most, so that all would be excluded, at column 34"
    ),
    (
      "question h text \"How?\" if s=a after=trial",
      "if NAME=ANSWER comes at the end of the line, at column 24"
    ),
    (
      "question h text \"How?\" after=trial if s=a optional",
      "if NAME=ANSWER comes at the end of the line, at column 36"
    ),
    (
      "question h text \"How?\" if =a after=trial",
      "a condition is written if NAME=ANSWER, at column 24"
    ),
    (
      "primary accuracy a 200 against \"a 400\"",
      "a name with a blank needs quotes: \"a 200\", at column 18"
    ),
    (
      "primary accuracy \"a 200\" against a 400",
      "a name with a blank needs quotes: \"a 400\", at column 34"
    ),
    (
      "primary accuracy a 200 against a 400",
      "a name with a blank needs quotes: \"a 200\", at column 18"
    ),
    ("primary accuracy a 200 vs 400", "argument must be against: \"vs\" at column 24"),
    ("consent en", "the word to type is missing before \"en\", at column 9"),
  ])
  func `A frequent mistake is told, and not only the word that does not fit`(
    line: String, words: String
  ) {
    let head = Self.head + "condition a hold=200,400 trials=30\n"
    #expect(fault(head + line) == "5: \(words)")
  }

  @Test(arguments: [
    ("@ chimp-study 2", "1: 研究のファイルの版2は読めません。読めるのは版1です（15文字目）"),
    (head + "question a integer 9..5 x", "4: 範囲は小さいほうを先に書きます: 9..5（20文字目）"),
    (
      head + "question a likert 1..5 x",
      "4: TYPE は integer、decimal、scale、choice、text のどれかです: likert（12文字目）"
    ),
    (
      head + "condition a span\nquestion n integer -5..5 x\nexclude participant n below low",
      "6: low は n の値ではありません: -5から5（29文字目）"
    ),
    (
      head + "condition a hold=200,400 trials=30\nprimary accuracy a 200 vs 400",
      "5: 引数は against です: vs（24文字目）"
    ),
    (
      head + "condition a hold=200,400 trials=30\nprimary accuracy a 200 against a 400",
      "5: 空白のある名前は \"a 200\" のように引用符で囲みます（18文字目）"
    ),
    (
      head + "question a text x if b=c after=trial",
      "4: if NAME=ANSWER は行の最後に書きます（19文字目）"
    ),
  ])
  func `Frequent mistakes of each kind are told in Japanese`(text: String, words: String) {
    #expect(fault(text, in: .japanese) == words)
  }

  @Test func `A rule may have a negative limit if the answers can be negative`() {
    let head = Self.head + "condition a span\nquestion n integer -5..5 x\n"
    #expect(fault(head + "exclude participant n below -2") == "")
    #expect(
      fault(head + "exclude participant n below -2\nexclude participant n above -3")
        == "7: the rules about n leave no value: all would be excluded, at column 29")
    #expect(
      fault(head + "exclude trial time below -2")
        == "6: \"-2\" is not a value of time: a whole number such as 150, at column 26")
  }

  @Test(arguments: ["exclude participant trials below 30", "exclude trial study-time above 100%"])
  func `A rule that leaves somebody is accepted`(line: String) {
    #expect(fault(Self.head + "condition a hold=200,400 trials=30\n" + line) == "")
  }

  @Test func `A line of text without its bar is told within a page`() {
    let text = Self.head + "condition a span\npage start\nHello there"
    #expect(
      fault(text)
        == "6: unknown word \"Hello\" (a line of a page's text begins with \"|\"), at column 1")
  }

  @Test func `First presses from the mask are not compared with those from the numerals`() {
    let text = Self.head + "condition a hold=200 trials=9\ncondition b trials=9\n"
    #expect(
      fault(text + "primary first-press b against a")
        == "6: first presses count from the mask in a, and from the numerals in b, at column 31")
    #expect(fault(text + "primary later-presses b against a") == "")
  }

  @Test func `A condition is not compared with one of its own holds`() throws {
    let text = Self.head + "condition a hold=200,400 trials=10\nprimary accuracy "
    #expect(fault(text + "a against \"a 200\"") == "5: a 200 is a part of a, at column 28")
    #expect(fault(text + "\"a 200\" against a") == "5: a 200 is a part of a, at column 18")
    #expect(fault(text + "\"a 200\" against \"a 400\"") == "")
    let stored = text + "a against \"a 200\"\n"
    #expect(try StudyFile.read(stored: stored).primary?.second == "a 200")
  }

  @Test func `A stored study that is called no stays readable`() throws {
    let text = "@ chimp-study 1\nname no\nparticipants 2\ncondition a kawai\n"
    #expect(try StudyFile.read(stored: text).name == "no")
  }

  @Test func `A study has at most twelve conditions`() {
    let lines = (1...13).map { "condition c\($0) span" }
    #expect(
      fault(Self.head + lines.joined(separator: "\n"))
        == "16: a study has at most 12 conditions, at column 1")
  }

  @Test(arguments: ["groups x y", "consent agree"])
  func `A study that was stored before a check existed stays readable`(_ line: String) throws {
    let text = "@ chimp-study 1\nname m\nparticipants 1\ncondition a span\n" + line
    #expect(throws: StudyError.self) { try StudyFile.read(text) }
    #expect(try StudyFile.read(stored: text).name == "m")
  }
}
