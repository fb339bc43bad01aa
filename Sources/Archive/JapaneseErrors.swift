import Events
import Examiner
public import Game
public import Records
public import Shell
import Studies

/// The Japanese error messages of a store and its records.
extension RecordError {
  var japanese: String {
    switch self {
    case .notADatabase(let path): "データベースではありません: \(path)"
    case .foreign(let path, let application): "ほかのプログラムのデータベースです: \(path)（番号\(application)）"
    case .empty(let path): "空のファイルで、データベースではありません: \(path)"
    case .missing(let path): "ファイルがありません: \(path)"
    case .exists(let path): "ファイルがすでにあります: \(path)"
    case .cannotOpen(let path, let reason): "開けません: \(path): \(inJapanese(reason))"
    case .newer(let path, let version, let ours):
      "新しい版で書かれています: \(path) は\(version)、このプログラムは\(ours)です"
    case .otherHistory(let path, let migration): "履歴が違います: \(path) に移行 \(migration) があります"
    case .noWriteAheadLog(let path, let answer): "\(path) の先行書き込みログを作れません: モードは \(answer) のままです"
    case .missingColumn(let entity, let column): "表 \(entity) に列 \(column) がありません"
    case .undeclaredColumn(let entity, let property):
      "\(entity) の \(property) は declareColumns にないので、保存されません"
    case .changesRows(let statement):
      "移行で行は変えられません（チェックサムが合わなくなります）。開いてから記録を変えてください: \(statement)"
    case .damaged(let path, let detail): "壊れています: \(path): \(inJapanese(detail))"
    case .locked(let path, let holder?): "\(holder.japanese)が使用中です: \(path)"
    case .locked(let path, nil): "ほかのプログラムが使用中です: \(path)"
    case .waitStopped(let path): "待つのをやめました: \(path)"
    case .readOnly(let path): "保存できません: \(path) は読み取り専用です"
    case .full(let path): "保存できません: \(path) のディスクがいっぱいです"
    case .moved(let path): "使っているあいだに、\(path) が消されたか置き換えられました"
    case .linked(let path): "\(path) には別の名前（ハードリンク）があり、ログが分かれてしまいます"
    case .mounted(let path): "\(path) はファイルだけがマウントされています。代わりに記録のフォルダーをマウントしてください"
    case .tooManyFiles(let path): "\(path) を開けません: 開いているファイルが多すぎます"
    case .foreignLog(let path): "\(path) は前にあったほかのファイルのログです。先に別の場所へ移してください"
    case .nothingLeft(let path): "\(path) から何も読めません。新しいファイルは作りません"
    case .inputOutput(let path, let code): "\(path) を読み書きできません: ディスクのエラー\(code)"
    case .constraint(let detail): "保存できません: \(detail)"
    case .interrupted: "中断しました"
    case .unexpected(let code, let detail): "記録のエラー\(code): \(detail)"
    case .unknownEntity, .unknownTemplate, .missingVariable, .surplusVariable, .wrongVariable,
      .saveInsideSave, .endlessChanges, .invalid, .notInContext, .alreadyInserted, .denied,
      .danglingRelation, .vanished, .changedElsewhere, .unreadable, .notAsWritten, .limitedList:
      japaneseOfRecord
    }
  }

  private var japaneseOfRecord: String {
    switch self {
    case .unknownEntity(let name): "分からない種類の記録です: \(name)"
    case .unknownTemplate(let entity, let name): "分からないひな型です: \(entity) の \(name)"
    case .missingVariable(let template, let variable): "\(template) の変数 \(variable) がありません"
    case .surplusVariable(let template, let variable): "\(template) に変数 \(variable) はありません"
    case .wrongVariable(let template, let variable, let kind):
      "\(template) の変数 \(variable) は \(kind) のはずです"
    case .limitedList(let template): "\(template) には件数の上限があり、一覧を保てません"
    case .notInContext(let entity): "ここにない記録です: \(entity)"
    case .alreadyInserted(let entity): "すでにほかにある記録です: \(entity)"
    case .saveInsideSave: "保存できません: 保存の途中です"
    case .endlessChanges(let entity): "保存できません: \(entity) が変わり続けます"
    case .invalid(let action, let entity, let objectId, let reason):
      "\(entity) \(objectId) を\(action.japanese)できません: \(reason)"
    case .denied(let entity, let objectId, let other):
      "\(entity) \(objectId) を削除できません: \(other) が使っています"
    case .danglingRelation(let entity, let objectId, let column):
      "\(entity) \(objectId) を保存できません: \(column) の先がありません"
    case .vanished(let entity, let objectId): "\(entity) \(objectId) を保存できません: ほかで削除されました"
    case .changedElsewhere(let entity, let objectId): "\(entity) \(objectId) を保存できません: ほかで変更されました"
    case .unreadable(let entity, let row, let column):
      "\(entity) の行\(row)を読めません: \(column) の種類が違います"
    case .notAsWritten(let entity, let objectId): "書いたときと違います: \(entity) \(objectId)"
    default: preconditionFailure("an error of the store")
    }
  }
}

/// Returns a message of SQLite in Japanese, if it is known; otherwise unchanged.
public func inJapanese(_ detail: String) -> String {
  let numbers = detail.split(separator: " ").filter { Int($0) != nil }
  return switch detail.filter({ !"-0123456789".contains($0) }) {
  case "it is a folder": "フォルダーです"
  case "it is no plain file": "通常のファイルではありません"
  case "permission denied": "許可がありません"
  case "unable to open database file": "ファイルを開けません"
  case "its version is ": "版が\(numbers[0])です"
  default: detail
  }
}

extension Store.Rescue {
  /// Returns the sentence about it.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  fileprivate var japanese: String {
    switch self {
    case .whole(let path): "入っていた記録は \(path) にあります"
    case .rows(let count, let path): "まだ読めた\(count)行は \(path) にあります"
    case .nothing(let error): "入っていた記録を救い出せませんでした: " + error.japanese
    }
  }
}

extension Store.Finding {
  /// Returns the sentence about it.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  fileprivate var japanese: String {
    switch self {
    case .damage(let detail): "壊れています: \(inJapanese(detail))"
    case .unreadable(let entity, let row, let column):
      "読めません: \(entity) の行\(row)、\(column) の種類が違います"
    case .wrongChecksum(let entity, let objectId): "書いたときと違います: \(entity) \(objectId)"
    }
  }
}

extension LockHolder {
  /// Returns the name of the program.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  fileprivate var japanese: String { isThisProcess ? "このセッションのジョブ" : " \(program)（プロセス\(process)）" }
}

extension StoreWait {
  /// Returns the sentence about it.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  fileprivate var japanese: String { "\(holder?.japanese ?? "ほかのプロセス")が \(path) を使い終わるのを待っています" }
}

extension RecordAction {
  fileprivate var japanese: String {
    switch self {
    case .insert: "追加"
    case .update: "変更"
    case .delete: "削除"
    }
  }
}

extension EventError {
  var japanese: String {
    switch self {
    case .wrongParameters(let kind, let values): "\(kind) の値が正しくありません: \(values)"
    case .tooManyEvents(let limit): "一度のイベントが多すぎます。\(limit)までです"
    case .unknownObject(let name): "\(named(name)) というオブジェクトはありません"
    case .ambiguousObject(let name, let paths):
      "\(name) というオブジェクトがいくつもあります: \(paths.joined(separator: "、"))"
    case .rootStaysEnabled(let name): "根の \(name) は無効にできません"
    case .modeIsSwitched(let name): "モード \(name) は有効にも無効にもできません。mode で切り替えてください"
    case .notReached(let name): "今、\(name) にイベントは届きません"
    case .unknownMode(let name, let known):
      "\(name) というモードはありません（あるのは \(known.joined(separator: "、"))）"
    case .notAllowed(let from, let to): "\(from) から \(to) へは変われません"
    case .changeInProgress(let name): "\(name) へ変わるところです"
    }
  }
}

extension Rejection {
  /// Returns the sentence about an input that the session rejects.
  public func words(in language: Language) -> String {
    switch self {
    case .noRound:
      language.pick(
        "no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)",
        "ラウンドはまだありません（menu でテストを、start 5 8 5 でラウンドを始めます）")
    case .notBegun:
      language.pick(
        "the numerals are not shown yet (\"begin\" shows them)", "数字はまだ出ていません（begin で出ます）")
    case .noCredit:
      language.pick("no credit is left (\"coin\" puts one in)", "クレジットがありません（coin で入れられます）")
    case .cellTwice(let cell):
      language.pick("square \(cell.h) \(cell.v) is given twice", "マス \(cell.h) \(cell.v) が2回あります")
    case .damagedRound(let number):
      language.pick(
        "round \(number) is damaged (\"check-store\" lists the damage)",
        "ラウンド\(number)の記録は壊れています（check-store で調べます）")
    }
  }
}
