import Shell

/// The page `help protocol agents`: the tests with which agents are compared.
extension HelpTopic {
  static func agentProtocol(in language: Language) -> HelpTopic {
    let words = Text(
      """
      Play these tests in one session for each look, with everybody's seed:
        set agent "NAME VERSION"
        set participant NAME-LOOK
        set look context          in the other session: set look withheld
        start inoue-masking trials=50 seed=agents-1
        start kawai trials=50 count=4 seed=agents-1
        start kawai trials=50 count=5 seed=agents-1
        start muramatsu trials=50 seed=agents-1
        start zoo seed=agents-1
        start human-benchmark seed=agents-1
      The next trial of a test begins after "wait 100". With look=context, "wait 1000"
      ends a look of a limited time; with look=withheld the next request does.
      After each test, "share file=FILE" writes a game that "verify" proves.
      "results include=agents" then shows agents beside the visitors' first games, the
      students and Ayumu, each with its number, interval and source.
      What can't be compared: times and holds, since an agent's clock is virtual and a
      look lasts for one reply, so that trials are told by requests and tokens; and
      look=context with people, who see the numerals once.
      """,
      """
      look ごとに1つのセッションで、だれもが同じシードで次のテストをします:
        set agent "NAME VERSION"
        set participant NAME-LOOK
        set look context          もう1つのセッションでは set look withheld
        start inoue-masking trials=50 seed=agents-1
        start kawai trials=50 count=4 seed=agents-1
        start kawai trials=50 count=5 seed=agents-1
        start muramatsu trials=50 seed=agents-1
        start zoo seed=agents-1
        start human-benchmark seed=agents-1
      テストの次の試行は wait 100 で始まります。look=context では wait 1000 で提示が
      終わり、look=withheld では次の要求で終わります。
      テストのあと share file=FILE で書き出したゲームは、verify で確かめられます。
      results include=agents は、エージェントを来園者の最初のゲーム、学生、アユムと
      並べて、数、区間、出典とともに表示します。
      比べられないもの: 時間と提示時間（時計は仮想で、提示は1つの応答だけなので、試行は
      要求とトークンの数で示します）、look=context と人（人は数字を1回しか見ません）。
      """)
    return HelpTopic(
      "protocol-agents", language.pick("a protocol for agents", "エージェントのプロトコル"),
      lines: words.in(language).split(separator: "\n").map(String.init))
  }
}
