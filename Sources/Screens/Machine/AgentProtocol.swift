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
      The next trial of a test begins after "wait 100".
      "summary include=agents participant=NAME-LOOK" gives the share of passes with
      its interval, and the published results with their sources.
      What can't be compared: times, since an agent's clock is virtual; holds, since
      a look lasts for one reply; look=context with people, who see it once.
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
      テストの次の試行は wait 100 で始まります。
      summary include=agents participant=NAME-LOOK は成功の割合と区間、
      文献の値と出典を表示します。
      比べられないもの: 時間（時計は仮想です）、提示時間（提示は1つの応答だけです）、
      look=context と人（人は数字を1回しか見ません）。
      """)
    return HelpTopic(
      "protocol-agents", language.pick("a protocol for agents", "エージェントのプロトコル"),
      lines: words.in(language).split(separator: "\n").map(String.init))
  }
}
