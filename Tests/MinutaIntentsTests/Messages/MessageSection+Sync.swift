import IntentKit

@testable import MinutaSync
@testable import minuta

extension MessageSection {
  private static let remote = "git@example.org:me/time.git"
  private static let folder = "/home/ann/Minuta"

  static let sync = outcomes(
    "Sync",
    [
      .gitMissing, .gitTimedOut("fetch"), .gitFailed("fetch", "fatal: out of memory", folder),
      .gitFailed("fast-import", "fatal: write error. Out of diskspace", folder),
      .fetchFailed(remote, "fatal: unable to access"), .pushFailed(remote, "fatal: no space left"),
      .pushRefused(remote, "!\tx\t[remote rejected] (hook declined)", "remote: Not on Sundays"),
      .pushRefused(
        remote,
        "!\tx\t[remote rejected] (failed to update ref)",
        "remote: error: Unable to create '/srv/time.git/./refs/heads/main.lock': File exists."
      ),
      .pushRejected(remote, attempts: 12), .notSynced(folder),
      .headDetached(folder, ["refs/heads/main"]), .partialClone(folder),
      .unsyncedBranch("refs/heads/test", synced: "main", folder),
      .unusableFile("records/2026/11/x.json", "it is larger than 1 MiB"),
      .gitOperationUnfinished("rebase", folder),
      .refusedPath("records/link", "it is a symbolic link"),
      .refusedHistory(remote, "error: in tree 1234: contains .git"),
      .refusedCommit("5e59d47d3c55a4b1", "names too many conflicts"),
      .otherFileInConflict("notes.txt", folder), .syncBusy("process 12"), .folderBusy,
      .branchChanged, .recordsMissing("records", in: folder),
      .invalidRemote("-x"), .otherRemote("origin", remote, folder),
      .otherBranch("refs/heads/master", ["refs/heads/main"], folder),
      .otherBranch("refs/heads/x", ["refs/heads/a", "refs/heads/b"], folder),
      .severalBranches(["refs/heads/a", "refs/heads/b", "refs/heads/c"], folder),
      .insideRepository("/home/ann/work/time", repository: "/home/ann/work"),
      .intervalWithoutWatch, .unknownConflict("9", count: 2),
      .unknownConflict("1", count: 0),
    ].map(Outcome.failed)
  )
}
