import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// A repository in which another program than Minuta has committed what no data folder has.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncSafetyTests {
  private let hub: SyncHub
  private let machine: SyncMachine

  /// Sets up a machine with a record.
  init() async throws {
    hub = try await SyncHub()
    machine = try SyncMachine(0, in: hub.folder.path)
    _ = try await machine.perform("LogTime", ["tag": "Work", "duration": "10m"])
    try await machine.setUp(hub.path)
  }

  @Test func `a folder of records that was removed by mistake is deleted nowhere`() async throws {
    _ = try await machine.perform("Sync")
    try await hub.shell("mv '\(machine.folder)/records' records")
    let sentence = try await machine.failToSync("recordsMissing")
    #expect(sentence.contains("\n  git -C \(machine.folder) checkout records\n"))
    _ = try await machine.git("checkout", "records")
    #expect(try await machine.perform("Sync").sentence == "In sync.")
    try await hub.shell("rm -r '\(machine.folder)/records'; mkdir '\(machine.folder)/records'")
    #expect(try await machine.perform("Sync").sentence == "Sent 1 deleted record.")
  }

  @Test func `a sync is undone only by its number and with a confirmation`() async throws {
    _ = try await machine.perform("Sync")
    let other = try await hub.machine(1)
    _ = try await other.perform("Sync")
    #expect(try await other.perform("Undo").error?.code == "nothingToUndo")
    let refused = try await other.perform("Undo", ["entry": 1])
    #expect(refused.error?.code == "confirmationNeeded")
    #expect(refused.sentence.hasPrefix("This would undo a sync, and the next sync would"))
    #expect(try other.records().count == 1)
    #expect(try await other.perform("Undo", ["entry": 1, "confirm": true]).status == "ok")
  }

  /// A commit made by a shell script, and a word of the message that refuses it.
  ///
  /// The script runs in a clone; `$blob` is the id of a record's blob.
  typealias HostileCommit = (name: String, script: String, word: String)

  private static let record = """
    {"id":"5EC5ECD8-2D2E-40CD-9992-A8093023180F","startTime":"2026-11-20T08:30:00Z"}
    """

  /// Commits the tree that `git mktree` makes of the lines of a folder `records/2026`.
  private static func tree(_ lines: String) -> String {
    """
    inner=$(printf '\(lines)' | git mktree --missing)
    year=$(printf "040000 tree $inner\\t2026\\n" | git mktree)
    root=$(printf "040000 tree $year\\trecords\\n" | git mktree)
    commit=$(git commit-tree -m x -p HEAD $root)
    """
  }

  @Test(
    arguments: [
      (
        "link", "git update-index --add --cacheinfo 120000,$blob,records/2026/11/x.json",
        "symbolic link"
      ),
      (
        "link in place of the folder",
        "git rm -rqf --cached . && git update-index --add --cacheinfo 120000,$blob,records",
        "symbolic link"
      ),
      (
        "submodule",
        "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),records/2026/sub",
        "submodule"
      ),
      (
        "record in a folder with the name of a record",
        "git update-index --add --cacheinfo 100644,$blob,records/2026/11/x.json/y.json",
        "'records/2026/11/x.json/y.json', and 'records/2026/11/x.json' must be a file"
      ),
      (
        "file in a folder with the name of an invoice",
        "git update-index --add --cacheinfo 100644,$blob,invoices/x.JSON/y",
        "'invoices/x.JSON/y', and 'invoices/x.JSON' must be a file"
      ),
      (
        "folder in place of the tags",
        """
        git rm -q --cached tags.json
        git update-index --add --cacheinfo 100644,$blob,tags.json/x
        """, "'tags.json/x', and 'tags.json' must be a file"
      ),
      (
        "tags that differ in case", "git update-index --add --cacheinfo 100644,$blob,TAGS.json",
        "'TAGS.json', and it differs from 'tags.json' only in case"
      ),
      (
        "name that isn't UTF-8",
        """
        name=$(printf 'records/2026/11/caf\\351.json')
        git update-index --add --cacheinfo "100644,$blob,$name"
        """, "its name isn't valid UTF-8"
      ),
      (
        "record that isn't UTF-8",
        """
        bad=$(printf '{"id":"\\351"}' | git hash-object -w --stdin)
        git update-index --add --cacheinfo 100644,$bad,records/2026/11/x.json
        """, "'records/2026/11/x.json', and it isn't UTF-8"
      ),
      (
        "names in two Unicode forms",
        """
        for name in 'caf\\303\\251' 'cafe\\314\\201'; do
          git update-index --add --cacheinfo "100644,$blob,$(printf "records/2026/11/$name.json")"
        done
        """, "only in Unicode normalization"
      ),
      (
        "other file whose name isn't UTF-8",
        """
        name=$(printf 'caf\\351.txt')
        git update-index --add --cacheinfo "100644,$blob,$name"
        """, "its name isn't valid UTF-8"
      ),
      (
        "git folder", tree("040000 tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\\t.git\\n"), ".git"
      ),
      (
        "names that differ in case",
        """
        git update-index --add --cacheinfo 100644,$blob,records/2026/11/a.json
        git update-index --add --cacheinfo 100644,$blob,records/2026/11/A.json
        """, "only in case"
      ),
      (
        "folders that differ in case",
        "git update-index --add --cacheinfo 100644,$blob,Records/2026/11/a.json", "only in case"
      ),
      (
        "large file",
        """
        big=$(head -c 104857600 /dev/zero | git hash-object -w --stdin)
        git update-index --add --cacheinfo 100644,$big,records/2026/11/a.json
        """, "larger than 1 MiB"
      ),
      (
        "forged tree",
        """
        one=$(printf "100644 blob $blob\\ta.json\\n" | git mktree)
        two=$( { git cat-file tree $one; git cat-file tree $one; } \
          | git hash-object -t tree -w --stdin --literally)
        commit=$(git commit-tree -m x -p HEAD $(printf "040000 tree $two\\trecords\\n" | git mktree))
        """, "refused: error: object"
      ),
      (
        "forged commit",
        """
        commit=$(printf 'tree %s\\nparent %s\\nauthor A <a> 99999999999999999999999 +0000\\n\
        committer A <a> 1 +0000\\n\\nx\\n' $(git rev-parse 'HEAD^{tree}') $(git rev-parse HEAD) \
        | git hash-object -t commit -w --stdin --literally)
        """, "refused"
      ),
      (
        "large file that isn't a record",
        """
        big=$(head -c 104857600 /dev/zero | git hash-object -w --stdin)
        git update-index --add --cacheinfo 100644,$big,records/2026/11/notes.txt
        """, "'records/2026/11/notes.txt', and it is larger than 8 MiB"
      ),
    ] as [HostileCommit]
  )
  func `a hostile commit is refused by name, and nothing changes`(
    hostile: HostileCommit
  ) async throws {
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      blob=$(printf '%s' '\(Self.record)' | git hash-object -w --stdin)
      \(hostile.script)
      : ${commit:=$(git commit-tree -m x -p HEAD $(git write-tree))}
      git push -q origin $commit:main
      """
    )
    _ = try await machine.perform("LogTime", ["tag": "Home", "duration": "20m"])
    let before = try machine.files()
    let outcome = try await machine.perform("Sync")
    let failure = try #require(outcome.error)
    #expect(failure.code == "remoteRefused")
    #expect(failure.message.contains(hostile.word), "\(failure.message)")
    #expect(try machine.files() == before)
    #expect(try await machine.git("status", "--porcelain") == "")
  }

  @Test func `no program that the repository names is run`() async throws {
    let marker = "\(hub.folder.path)/marker"
    let evil = "touch \(marker)"
    try await hub.shell(
      """
      cd machine0/Documents/Minuta && mkdir -p .git/hooks
      for hook in pre-commit post-commit pre-push post-merge post-checkout reference-transaction \
        post-index-change pre-auto-gc post-rewrite fsmonitor-watchman; do
        printf '#!/bin/sh\\n\(evil)\\n' > .git/hooks/$hook && chmod +x .git/hooks/$hook
      done
      git config core.fsmonitor '\(evil); false'
      git config filter.evil.clean '\(evil); cat' && git config filter.evil.smudge '\(evil); cat'
      git config diff.external '\(evil)' && git config diff.evil.textconv '\(evil)'
      git config alias.push '!\(evil)' && git config alias.fetch '!\(evil)'
      git config remote.origin.uploadpack '\(evil)' && git config remote.origin.receivepack '\(evil)'
      git config core.pager '\(evil)' && git config core.alternateRefsCommand '\(evil)'
      git config pager.log '\(evil)' && git config core.editor '\(evil)'
      git config merge.evil.driver '\(evil)' && git config trailer.x.command '\(evil)'
      git config protocol.ext.allow always && git config uploadpack.packObjectsHook '\(evil)'
      git config log.showSignature true && git config gpg.format openpgp
      printf '#!/bin/sh\\n\(evil)\\n' > "$HOME/evil" && chmod +x "$HOME/evil"
      for key in gpg.program gpg.openpgp.program gpg.ssh.program gpg.x509.program \
        gpg.ssh.defaultKeyCommand core.askPass; do git config $key "$HOME/evil"; done
      git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----' \
        | sed '$a Minuta-Conflict: x' | git hash-object -t commit -w --stdin > "$HOME/signed"
      git update-ref HEAD "$(cat "$HOME/signed")"
      printf '* filter=evil diff=evil\\n' > .git/info/attributes 2>/dev/null || \
        { mkdir -p .git/info; printf '* filter=evil diff=evil\\n' > .git/info/attributes; }
      rm -f \(marker)
      """
    )
    _ = try await machine.perform("LogTime", ["tag": "Home", "duration": "20m"])
    let outcome = try await machine.perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    #expect(try await machine.perform("SyncStatus").status == "ok")
    #expect(!FileManager.default.fileExists(atPath: marker))
    let url = "'ext::sh -c \"\(evil)\"'"
    try await hub.shell("cd machine0/Documents/Minuta && git config remote.origin.url \(url)")
    let refused = try await machine.perform("Sync")
    #expect(refused.status == "failed")
    #expect(!FileManager.default.fileExists(atPath: marker))
  }

  @Test func `a repository that has git fetch what is missing runs nothing and is refused`()
    async throws
  {
    let marker = "\(hub.folder.path)/marker"
    try await hub.shell(
      """
      cd machine0/Documents/Minuta && git config core.repositoryFormatVersion 1
      git config extensions.partialClone origin && git config remote.origin.promisor true
      git config remote.origin.uploadpack 'touch \(marker); false'
      blob=$(git rev-parse HEAD:tags.json)
      rm -f ".git/objects/$(echo $blob | cut -c1-2)/$(echo $blob | cut -c3-)"
      """
    )
    let message = try await machine.failToSync("repositoryUnusable")
    #expect(message.contains("is a partial clone, which lacks files."))
    #expect(try await machine.perform("SyncStatus").error?.code == "repositoryUnusable")
    #expect(!FileManager.default.fileExists(atPath: marker))
  }

  @Test func `other files of the repository are neither read nor written`() async throws {
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      echo theirs > README.md && mkdir docs && ln -s /etc/passwd docs/link && git add . \
        && git commit -qm x && git push -q origin main
      """
    )
    let outcome = try await machine.perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: "\(machine.folder)/README.md"))
    #expect(!FileManager.default.fileExists(atPath: "\(machine.folder)/docs"))
    // The commit of the next change has them all the same.
    _ = try await machine.perform("LogTime", ["tag": "Home", "duration": "20m"])
    _ = try await machine.perform("Sync")
    #expect(try await machine.git("ls-tree", "--name-only", "HEAD").contains("README.md"))
  }

  @Test func `a submodule outside of Minuta's folders is left alone`() async throws {
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),vendor/site
      git commit -qm x && git push -q origin main
      """
    )
    let outcome = try await machine.perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: "\(machine.folder)/vendor"))
    #expect(try await machine.git("status", "--porcelain") == "")
  }

  @Test func `a file of this machine whose name isn't UTF-8 is left alone`() async throws {
    try await hub.shell(
      """
      cd machine0/Documents/Minuta && git config user.name A && git config user.email a
      name=$(printf 'caf\\351.txt') && echo mine > "$name" && git add "$name" && git commit -qm x
      """
    )
    try await machine.log("Here")
    for _ in 0..<2 { #expect(try await machine.perform("Sync").status == "ok") }
    #expect(try await machine.git("status", "--porcelain") == "")
    let other = try SyncMachine(1, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await other.setUp(hub.path) }
    #expect(failure?.message.contains("its name isn't valid UTF-8") == true, "\(failure as Any)")
  }

  @Test func `a path without a repository is named with the command that makes one`() async throws {
    let path = "\(hub.folder.path)/none.git"
    let machine = try SyncMachine(1, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await machine.setUp(path) }
    #expect(
      failure?.message
        == "There is no repository at '\(path)'. Create one, then set up the sync again.\n"
        + "  git init --bare \(path)\n  minuta sync init \(path)"
    )
  }
}
