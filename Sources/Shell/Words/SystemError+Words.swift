public import ChimpSystem
import Glibc

extension SystemError {
  /// Returns the sentence about the error.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  private var japanese: String {
    switch number {
    case ENOENT: "ファイルやフォルダーがありません"
    case EACCES, EPERM: "許可がありません"
    case EEXIST: "ファイルがすでにあります"
    case EISDIR: "フォルダーです"
    case ENOTDIR: "フォルダーではありません"
    case ENOSPC, EDQUOT: "ディスクがいっぱいです"
    case EROFS: "読み取り専用のディスクです"
    case EMFILE, ENFILE: "開いているファイルが多すぎます"
    case ENAMETOOLONG: "名前が長すぎます"
    case ELOOP: "リンクが多すぎます"
    case EFBIG: "ファイルが大きすぎます"
    case EIO: "読み書きに失敗しました"
    default: "システムのエラー\(number)"
    }
  }
}
