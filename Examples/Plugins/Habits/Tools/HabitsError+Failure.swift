import Foundation
import IntentKit
import JSONText

extension HabitsError {
  /// The error as the failure that the engine expects from a provider.
  var failure: Failure {
    let failure = Failure(kind, code: code, message: sentence, data: data)
    guard case .notConfirmed = self else { return failure }
    return failure.requesting("confirm", schema: ["type": "boolean", "title": "Confirm"])
  }

  private var kind: Failure.Kind {
    switch self {
    case .fileBusy: .busy
    case .api(let failure) where failure.isUncertain: .uncertain
    default: .failed
    }
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
    case .fileInvalid: "storageInvalid"
    case .api(let failure): failure.isUncertain ? "storageUncertain" : "storageUnreachable"
    }
  }

  private var sentence: String {
    switch self {
    case .emptyName(let kind):
      "\(kind.nounWithArticle.prefix(1).uppercased() + kind.nounWithArticle.dropFirst()) needs a name."
    case .notFound(let kind, let name, let names):
      "There is no \(kind.noun) \(name.quoted)\(TypoSuggester.closest(to: name, in: names).suggestion)."
    case .ambiguous(let kind, let name, let ids):
      "\(ids.count) \(kind.noun)s are called \(name.quoted). Use an id."
    case .exists(let kind, let name): "The \(kind.noun) \(name.quoted) already exists."
    case .habitArchived(let name): "The habit \(name.quoted) is archived. Unarchive it first."
    case .dayInFuture(let day): "The day \(day) is in the future."
    case .timeInFuture(let date): "The time \(date.formatted(.iso8601)) is in the future."
    case .notEnoughCoins(let price, let coins):
      "Not enough coins: the price is \(price), and you have \(coins)."
    case .notConfirmed(let kind, let name, let entries):
      "This deletes the \(kind.noun) \(name.quoted) with \(entries) entries. "
        + "Pass 'confirm': true to continue."
    case .fileBusy(let path): "The file '\(path)' is in use by another program. Try again."
    case .fileUnreadable(let path, let reason): "Can't read '\(path)': \(reason)."
    case .fileUnwritable(let path, let reason): "Can't write '\(path)': \(reason)."
    case .fileInvalid(let path, let reason):
      "'\(path)' is invalid and was left unchanged: \(reason)."
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
    case .fileBusy(let path), .fileUnreadable(let path, _), .fileUnwritable(let path, _),
      .fileInvalid(let path, _):
      ["file": path.json]
    case .api(let failure): ["url": failure.url.json]
    case .emptyName: [:]
    }
  }
}

extension APIError {
  /// The error as one sentence.
  var sentence: String {
    let end = isUncertain ? "; it may have succeeded." : "."
    return switch reason {
    case .programNotFound(let reason): "Can't reach \(url.quoted): \(reason)."
    case .unreachable(let reason):
      "Can't reach \(url.quoted): \(reason.withoutTrailingPeriod)\(end)"
    case .timedOut(let seconds):
      "\(url.quoted) didn't respond within \(seconds.formatted()) s\(end)"
    case .status(let code): "\(method) \(url.quoted) returned status \(code)\(end)"
    case .redirect(_, let target):
      "\(method) \(url.quoted) redirects to \(target.quoted), "
        + "which isn't followed. Pass that URL with --api if it is right."
    case .tooLarge(let limit): "The response from \(url.quoted) is larger than \(limit) bytes\(end)"
    case .malformed(let reason):
      "The response from \(url.quoted) is invalid: \(reason)\(end)"
    }
  }
}
