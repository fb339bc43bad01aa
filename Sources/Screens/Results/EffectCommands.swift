import Archive
import ChimpSystem
import Shell
import Statistics

/// The commands `effects` and `reliability`.
extension StatisticsController {
  static var effects: Command<Application> {
    Command(
      "effects",
      Text(
        """
        test whether conditions interact with groups or with their order
        For each two conditions and each two groups of a study, the reply has the interaction: the \
        difference between the conditions in one group minus that in the other. Then it has the \
        order of each two conditions: what it adds to a condition to come first. Both are Welch's \
        tests of the participants' differences, and a logistic regression with random intercepts \
        of participants and boards. Holm's p is adjusted for all interactions, or all orders, of \
        the study.
        \(times.english)
        \(json.english)
        """,
        """
        条件と群の交互作用、条件の順序の効果を調べます
        研究の条件2つと群2つごとに交互作用を表示します: 一方の群での条件の差から、他方の群での差を\
        引いた値です。続いて条件2つごとに順序の効果、つまり先に行うことで加わる値を表示します。\
        どちらも参加者ごとの差の Welch 検定と、参加者と盤のランダム切片をもつロジスティック回帰です。\
        Holm の p は、研究のすべての交互作用、またはすべての順序で調整します。
        \(times.japanese)
        \(json.japanese)
        """), in: .results,
      .operation(keys: filterKeys + trimKeys + [format]) { program, line in
        let isJSON = isJSON(line)
        return try program.statistics.analysis(
          EffectsTally(trim: try trim(line)), line, "effects", isPlanned: true
        ) { isJSON ? [$1.json.line] : EffectsView(language: $0).lines(of: $1) }
      }, examples: ["effects", "effects study=lab trim=2.5", "effects format=json"])
  }

  static var reliability: Command<Application> {
    Command(
      "reliability",
      Text(
        """
        show how well each test tells participants apart
        Split-half reliability correlates each participant's odd trials with the even ones; the \
        formula of Spearman and Brown turns this into the reliability of all trials. Test-retest \
        reliability correlates the first session with the second. The intervals come from Fisher's \
        transformation. Accuracy has both by a mixed logistic regression, too: from the variance of \
        the participants' intercepts, and as the correlation of their intercepts in both sessions. \
        It takes five participants.
        \(json.english)
        """,
        """
        テストが参加者をどれだけ見分けるかを表示します
        折半法では参加者ごとの奇数試行と偶数試行の相関から、スピアマン・ブラウンの式で全試行の信頼性を\
        求めます。再検査法は1回目と2回目のセッションの相関です。区間はフィッシャーの変換によります。\
        正答率には混合ロジスティック回帰による値もあります: 参加者の切片の分散と、2つのセッションの切片の\
        相関から求めます。参加者が5人必要です。
        \(json.japanese)
        """), in: .results,
      .operation(keys: filterKeys + [format]) { program, line in
        let isJSON = isJSON(line)
        return try program.statistics.analysis(
          ReliabilityTally(), line, "reliability", isPlanned: true
        ) {
          isJSON ? [$1.json.line] : ReliabilityView(language: $0).lines(of: $1)
        }
      }, examples: ["reliability", "reliability test=inoue-210", "reliability study=lab"])
  }
}
