import Foundation
import IntentKit
import JSONText

extension HabitsError {
  /// The error as the engine tells it.
  var intentError: IntentError {
    switch self {
    case .fileBusy: .busy(outcomeError)
    case .notConfirmed:
      .needsValue(
        parameter: "confirm",
        schema: ["type": "boolean", "title": "Have it done"],
        outcomeError
      )
    default: .failed(outcomeError)
    }
  }

  /// The error with its words.
  var outcomeError: OutcomeError {
    OutcomeError(kind, code: code, message: sentence, data: data)
  }

  private var kind: OutcomeError.Kind {
    if case .api(let failure) = self, failure.isUncertain { .uncertain } else { .failure }
  }

  private var code: String {
    switch self {
    case .emptyName: "emptyName"
    case .notFound(let kind, _, _): "\(kind)NotFound"
    case .ambiguous(let kind, _, _): "\(kind)Ambiguous"
    case .exists(let kind, _): "\(kind)Exists"
    case .habitArchived: "habitArchived"
    case .dayInFuture: "dayInFuture"
    case .timeInFuture: "timeInFuture"
    case .notEnoughCoins: "notEnoughCoins"
    case .notConfirmed: "confirmationNeeded"
    case .fileBusy: "storageBusy"
    case .fileUnreadable: "storageUnreadable"
    case .fileUnwritable: "storageUnwritable"
    case .fileNotWatchable: "liveChangesUnavailable"
    case .fileInvalid: "storageBroken"
    case .api(let failure): failure.isUncertain ? "storageUncertain" : "storageUnreachable"
    }
  }

  private var sentence: String {
    switch self {
    case .emptyName(let kind):
      "\(kind.nounWithArticle.prefix(1).uppercased() + kind.nounWithArticle.dropFirst()) needs a name."
    case .notFound(let kind, let name, let names):
      "There is no \(kind.noun) \(name.quoted)\(TypoSuggestion.closest(to: name, in: names).suggestion)."
    case .ambiguous(let kind, let name, let ids):
      "\(ids.count) of the \(kind.noun)s are called \(name.quoted); name one by its id."
    case .exists(let kind, let name): "There is \(kind.nounWithArticle) \(name.quoted) already."
    case .habitArchived(let name): "The habit \(name.quoted) is archived; unarchive it first."
    case .dayInFuture(let day): "The day \(day) lies in the future."
    case .timeInFuture(let date): "The time \(date.formatted(.iso8601)) lies in the future."
    case .notEnoughCoins(let price, let coins):
      "That costs \(price) \(price == 1 ? "coin" : "coins"), and there are \(coins)."
    case .notConfirmed(let kind, let name, let entries):
      "This would delete the \(kind.noun) \(name.quoted) with \(entries) of its days; "
        + "give 'confirm': true to have it done."
    case .fileBusy(let path, let holder):
      "The file '\(path)' is in use by \(holder ?? "another program"); try again."
    case .fileUnreadable(let path, let reason): "Cannot read '\(path)': \(reason)."
    case .fileUnwritable(let path, let reason): "Cannot write '\(path)': \(reason)."
    case .fileNotWatchable(let path, let reason):
      "Changes of '\(path)' cannot be told: \(reason)."
    case .fileInvalid(let path, let reason):
      "The file '\(path)' is not what it must be and is left as it is: \(reason)."
    case .api(let failure): failure.sentence
    }
  }

  private var data: JSONObject {
    switch self {
    case .notFound(let kind, let name, _), .exists(let kind, let name):
      [kind.rawValue: name.json]
    case .habitArchived(let name): ["habit": name.json]
    case .ambiguous(_, _, let ids): ["candidates": .array(ids.map(\.json))]
    case .dayInFuture(let day): ["day": day.json]
    case .timeInFuture(let date): ["at": date.json]
    case .notEnoughCoins(let price, let coins): ["price": price.json, "coins": coins.json]
    case .notConfirmed(let kind, let name, let entries):
      [kind.rawValue: name.json, "entries": entries.json]
    case .fileBusy(let path, _), .fileUnreadable(let path, _), .fileUnwritable(let path, _),
      .fileNotWatchable(let path, _), .fileInvalid(let path, _):
      ["file": path.json]
    case .api(let failure): ["url": failure.url.json]
    case .emptyName: [:]
    }
  }
}

extension APIError {
  /// The failure as one sentence.
  var sentence: String {
    let end = isUncertain ? "; it may have been done all the same." : "."
    return switch reason {
    case .programNotFound(let reason): "Cannot ask \(url.quoted): \(reason)."
    case .unreachable(let reason):
      "Cannot reach \(url.quoted): \(reason.withoutTrailingPeriod)\(end)"
    case .timedOut(let seconds):
      "There was no answer from \(url.quoted) in \(seconds.formatted()) s\(end)"
    case .status(let code): "\(method) \(url.quoted) was answered with the status \(code)\(end)"
    case .redirect(_, let target):
      "\(method) \(url.quoted) was answered with another place (\(target.quoted)), "
        + "where nothing is sent; give that one with --api if it is right."
    case .tooLarge(let limit): "The answer of \(url.quoted) has more than \(limit) bytes\(end)"
    case .malformed(let reason):
      "The answer of \(url.quoted) is not what it must be: \(reason)\(end)"
    }
  }
}
