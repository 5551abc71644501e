import SystemCalls

extension SpawnedProgram {
  /// Ends the program by kinder means first, each of which is given so long.
  ///
  /// - Returns: how it ended.
  func end(inStepsOf limit: Duration) -> String {
    closeInput()
    var ending = ending(within: limit)
    for signal in [EndSignal.terminate, .kill] where ending == nil {
      end(by: signal)
      ending = self.ending(within: limit)
    }
    return ending?.words ?? "it cannot be ended"
  }
}

extension SpawnedProgram.Ending {
  var words: String {
    switch self {
    case .exited(let code): "it ended with code \(code)"
    case .killed(let signal): "signal \(signal) ended it"
    }
  }
}
