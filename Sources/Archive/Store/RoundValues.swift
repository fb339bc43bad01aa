import Examiner
public import Game
public import Records

// The words of a round that columns of the store hold as text. `Game` knows no store.

extension PressInput: RecordValue {}

extension RoundOutcome: RecordValue {}

extension RoundMeasures.Judgement: RecordValue {}
