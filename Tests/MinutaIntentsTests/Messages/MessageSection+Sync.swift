import IntentKit

@testable import MinutaSync
@testable import minuta

extension MessageSection {
  private static let remote = "git@example.org:me/time.git"

  static let sync = outcomes(
    "Sync",
    [
      .gitMissing, .gitTimedOut("fetch"), .gitFailed("fetch", "fatal: out of memory"),
      .gitFailed("fast-import", "fatal: write error. Out of diskspace"),
      .fetchFailed(remote, "fatal: unable to access"), .pushFailed(remote, "fatal: no space left"),
      .pushRefused(remote, "!\tx\t[remote rejected] (hook declined)", "remote: Not on Sundays"),
      .pushRejected(remote, attempts: 12), .notSynced("/home/ann/Minuta"),
      .headDetached("/home/ann/Minuta", ["refs/heads/main"]), .partialClone("/home/ann/Minuta"),
      .unusableFile("records/2026/11/x.json", "it is larger than 1 MiB"),
      .gitOperationUnfinished("rebase", "/home/ann/Minuta"),
      .refusedPath("records/link", "it is a symbolic link"),
      .refusedHistory(remote, "error: in tree 1234: contains .git"),
      .otherFileInConflict("notes.txt"), .syncBusy("process 12"), .folderBusy,
      .branchChanged, .recordsMissing("/home/ann/Minuta"),
      .invalidRemote("-x"), .otherRemote(remote),
      .otherBranch("refs/heads/master", ["refs/heads/main"], "/home/ann/Minuta"),
      .otherBranch("refs/heads/x", ["refs/heads/a", "refs/heads/b"], "/home/ann/Minuta"),
      .severalBranches(["refs/heads/a", "refs/heads/b", "refs/heads/c"], "/home/ann/Minuta"),
      .insideRepository("/home/ann/work/time", repository: "/home/ann/work"),
      .unknownSyncAction("statsu"), .intervalWithoutWatch, .unknownConflict("9", count: 2),
      .unknownConflict("1", count: 0),
    ].map(Outcome.failed)
  )
}
