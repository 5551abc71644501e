extension HelpGroup {
  /// The commands that share a data folder with other machines.
  static let severalMachines = HelpGroup(
    title: "Several machines",
    topics: ["sync"],
    entries: [
      CommandHelpEntry(
        "sync",
        "Sync the data folder with other machines",
        "sync init git@example.org:me/time.git",
        "sync",
        "sync status",
        "sync --watch",
        "sync conflicts"
      ),
      CommandHelpEntry(
        "merge-file",
        "Merge three versions of a file, as git's merge driver",
        "merge-file BASE OURS THEIRS"
      ),
    ]
  )
}
