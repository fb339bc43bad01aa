import ChimpSystem

/// Returns external text with control characters escaped.
func shown(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isHidden {
      result += scalar.escaped(asASCII: true)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
