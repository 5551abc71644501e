import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Emacs reads the files that we write, and we read its files.
struct EmacsProgramTests {
  @Test(.requires("emacs")) func `Emacs counts the clocks of each heading`() async throws {
    var history = RandomHistory(seed: 13)
    let records = history.records(1500).filter(Self.isUnambiguous)
    let (text, _) = try Exchange.file(records, as: .org)
    let output = try await Self.run(
      """
      (org-clock-sum)
      (org-map-entries
       (lambda ()
         (unless (equal (org-entry-get (point) "MINUTA") "comment")
           (princ (format "%s\\t%s\\n" (or (get-text-property (point) :org-clock-minutes) 0)
                          (mapconcat #'identity (org-get-outline-path t) "/"))))))
      """,
      file: text
    ).output
    var totals: [String: Int] = [:]
    // Zero-width spaces escape what would be a link, a counter or an Org tag.
    for line in output.replacing("\u{200B}", with: "").split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      totals[String(try #require(parts.last)), default: 0] += Int(try #require(parts.first)) ?? 0
    }
    var expected: [String: Int] = [:]
    for record in records {
      let path = record.path.isEmpty ? ["untagged"] : record.path
      for count in 1...path.count {
        expected[path.prefix(count).joined(separator: "/"), default: 0] += Self.minutes(record)
      }
    }
    #expect(totals == expected)
  }

  @Test(.requires("emacs")) func `Emacs sees the headings, Org tags and states of our file`()
    async throws
  {
    let records = ExportSample.records
    let (text, _) = try Exchange.file(records, as: .org)
    let output = try await Self.run(
      """
      (org-map-entries
       (lambda ()
         (princ (format "%S\\n" (list (org-current-level) (org-get-heading t t t t)
                                     (org-get-tags nil t) (org-get-todo-state)
                                     (org-entry-get (point) "MINUTA"))))))
      """,
      file: text
    ).output
    try expectSnapshot(output, "export/org-outline.txt")
  }

  @Test(.requires("emacs")) func `a file that Emacs wrote is read`() async throws {
    let text = """
      #+FILETAGS: :work:
      * Acme
      ** TODO Website :web:
      ** NEXT [#A] Büro
      * Break
      """
    let (_, file) = try await Self.run(
      """
      (setq org-clock-persist nil org-clock-into-drawer t org-log-note-clock-out nil)
      (dolist (clock '(("Website" "2024-05-17 08:30" "2024-05-17 09:00")
                       ("Website" "2024-05-17 23:30" "2024-05-18 00:45")
                       ("Büro" "2024-03-30 22:00" "2024-03-31 05:00")
                       ("Break" "2024-10-27 01:00" "2024-10-27 04:00")
                       ("Website" "2024-05-19 10:00" "2024-05-19 10:00")))
        (goto-char (point-min))
        (re-search-forward (car clock))
        (org-clock-in nil (org-time-string-to-time (nth 1 clock)))
        (org-clock-out nil t (org-time-string-to-time (nth 2 clock))))
      (goto-char (point-min))
      (re-search-forward "Break")
      (org-clock-in nil (org-time-string-to-time "2024-05-20 08:00"))
      (save-buffer)
      """,
      file: text
    )
    let bytes = Array(file.utf8)
    #expect(OrgImportFormat.recognizes(try FileSample(ImportFile(name: "x", bytes: bytes))))
    let records = try Exchange.records(in: bytes, as: OrgImportFormat.self)
    #expect(
      records.map(\.content).sorted() == [
        "2024-03-30 22:00 2024-03-31 05:00 | Acme/NEXT [#A] Büro | #work",
        "2024-05-17 08:30 2024-05-17 09:00 | Acme/Website | #work #web",
        "2024-05-17 23:30 2024-05-18 00:45 | Acme/Website | #work #web",
        "2024-05-19 10:00 2024-05-19 10:00 | Acme/Website | #work #web",
        "2024-10-27 01:00 2024-10-27 04:00 | Break | #work",
      ]
    )
    var request = ImportRequest(files: [ImportFile(name: "x", bytes: bytes)], days: Exchange.days)
    request.format = OrgImportFormat.self
    #expect(try FileImportService().preview(of: request).skipped.map(\.reason) == [.running])
  }

  @Test(.requires("emacs")) func `our file is the same after Emacs has written it`() async throws {
    var history = RandomHistory(seed: 17)
    let (text, _) = try Exchange.file(history.records(300), as: .org)
    let (_, file) = try await Self.run(
      """
      (goto-char (point-min))
      (while (re-search-forward "^CLOCK:" nil t) (org-clock-update-time-maybe))
      (org-align-tags t)
      (save-buffer)
      """,
      file: text
    )
    let before = try Exchange.records(in: Array(text.utf8), as: OrgImportFormat.self)
    let after = try Exchange.records(in: Array(file.utf8), as: OrgImportFormat.self)
    #expect(after.map(\.content) == before.map(\.content))
  }

  @Test(
    .requires("emacs"),
    arguments: [
      "-*- eval: (write-region \"x\" nil \"CREATED\") -*-",
      "x\nLocal Variables:\neval: (write-region \"x\" nil \"CREATED\")\nEnd:",
    ]
  )
  func `Emacs runs no code in a comment`(_ comment: String) async throws {
    let record = ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "Acme", comment)
    let (text, _) = try Exchange.file([record], as: .org)
    let code = "(princ (file-exists-p \"CREATED\"))"
    #expect(try await Self.run(code, file: text).output == "nil")
    // The same text does run in a file of another form.
    #expect(
      try await Self.run(code, file: "# \(comment.replacing("\n", with: "\n# "))\n").output == "t"
    )
  }

  @Test(.requires("emacs")) func `a timeclock file that Emacs wrote is read`() async throws {
    let (_, file) = try await Self.run(
      """
      (require 'timeclock)
      (setq timeclock-file (expand-file-name "file.org"))
      (timeclock-in nil "Acme:Website")
      (timeclock-out nil "done")
      (timeclock-in nil "Büro")
      (timeclock-change nil "Pause")
      """,
      file: ""
    )
    let bytes = Array(file.utf8)
    #expect(TimeclockImportFormat.recognizes(try FileSample(ImportFile(name: "x", bytes: bytes))))
    let records = try Exchange.records(in: bytes, as: TimeclockImportFormat.self)
    #expect(records.map(\.tag) == ["Acme/Website", "Büro"])
  }

  /// Whether the local times of a record are shown only once.
  private static func isUnambiguous(_ record: ExportedRecord) -> Bool {
    let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)
    return [record.record.startTime, record.record.endTime].allSatisfy { date in
      date.map { clock.instant(of: clock.time(at: $0)).adjustment == nil } ?? true
    }
  }

  private static func minutes(_ record: ExportedRecord) -> Int {
    let times = [record.record.startTime, record.record.endTime].map { date in
      Int(((date?.timeIntervalSince1970 ?? 0) / 60).rounded(.down))
    }
    return times[1] - times[0]
  }

  /// Runs code in an Emacs that has opened an Org file; returns its output and the file's text.
  private static func run(
    _ code: String,
    file text: String
  ) async throws -> (output: String, file: String) {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "file.org")
    let script = """
      (require 'org)
      (require 'org-clock)
      (setq make-backup-files nil create-lockfiles nil
            enable-local-variables :all enable-local-eval t)
      (set-language-environment "UTF-8")
      (find-file "\(file)")
      \(code)
      """
    let path = try directory.write(script, to: "script.el")
    let emacs = try #require(TestPrograms.installed("emacs"))
    let result = try await TestPrograms.run(
      emacs,
      ["--batch", "-Q", "-l", path],
      environment: [
        "HOME": directory.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin",
        "LC_ALL": "C.UTF-8",
      ]
    )
    try #require(result.status == 0, "\(result.errors)")
    return (result.output, try directory.text(of: "file.org"))
  }
}
