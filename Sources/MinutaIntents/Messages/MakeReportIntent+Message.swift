import IntentKit
import JSONText
import MinutaCore
import MinutaExport

extension MakeReportIntent.Result {
  /// Returns the result as a sentence, such as `Made a report of 7h 30m on 2 days`.
  ///
  /// - Parameter path: the path that the call names.
  func sentence(of path: String?, in context: IntentContext) -> String {
    let verb = context.verb("make", past: "Made")
    let place = path.map { " in \($0.quoted)" } ?? ""
    let count = days.counted("day")
    let time = context.formatter.sum(totalSeconds, clock: wallSeconds, " on \(count)\(place)")
    return "\(verb) a report of \(time)."
  }
}

extension MakeReportIntent {
  /// The sentence after that of a report which leaves out all comments.
  static var omittedComments: String {
    let limit = ReportFormat.drawnCommentLimit
    return " The comments of more than \(limit) records are left out; html, md and text have them."
  }
}

extension ReportService {
  /// Returns the file that another program makes from drawings.
  func file(_ pages: [String], _ type: ReportConversion) throws(Failure) -> [UInt8] {
    do throws(ReportError) { return try convert(pages, to: type) } catch { throw error.failure }
  }
}

extension ReportError {
  /// The failure of a call that makes a report.
  var failure: Failure {
    switch self {
    case .programMissing(let program, let packages):
      let package = packages.joined(separator: " or ")
      return Failure(
        code: "reportProgramMissing",
        message: "This needs \(program.quoted). Install the package \(package), "
          + "or make the report as svg.",
        data: ["program": .string(program)]
      )
    case .programFailed(let program, let reason):
      return Failure(
        code: "reportProgramFailed",
        message: "\(program.quoted) can't make the report: \(reason).",
        data: ["program": .string(program)]
      )
    }
  }
}
