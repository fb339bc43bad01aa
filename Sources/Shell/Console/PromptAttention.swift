/// Somebody who has things to do while a line is typed.
package protocol PromptAttention: AnyObject {
  /// Does what is due by now; answers after how many milliseconds something is due again.
  func idle() -> Int?

  /// Somebody has pressed a key.
  func noticePerson()

  /// All that was to be shown so far has been written.
  func didShow()
}
