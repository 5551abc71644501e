/// A workflow that systemd runs at times: the content of its timer and service.
package struct WorkflowSchedule: Sendable, Equatable {
  /// The name, which is part of the file names.
  package let name: String
  /// The times as a calendar expression of systemd, such as `Mon..Fri 17:30`.
  package let calendar: String
  /// The command: the absolute path of `minuta` and its arguments.
  package let command: [String]
  /// The variables that the command needs, such as `XDG_CONFIG_HOME`.
  package let variables: [String: String]

  package init(
    name: String,
    calendar: String,
    command: [String],
    variables: [String: String] = [:]
  ) {
    self.name = name
    self.calendar = calendar
    self.command = command
    self.variables = variables
  }

  /// The first line of each file, by which Minuta recognizes its own.
  private static let mark = "# Written by `minuta schedule`."

  /// Returns the name of a timer's file, without its folder.
  package static func timerFile(_ name: String) -> String { "minuta-\(name).timer" }
  package static func serviceFile(_ name: String) -> String { "minuta-\(name).service" }

  /// Returns the name in a timer's file name; nil if it has another form.
  package static func name(inTimerFile file: String) -> String? {
    guard file.hasPrefix("minuta-"), file.hasSuffix(".timer") else { return nil }
    let name = String(file.dropFirst(7).dropLast(6))
    return isValid(name) ? name : nil
  }

  /// The name that the units of `minuta idle` have, so no schedule can have it.
  package static let reservedName = "away-poll"

  /// Returns whether a text can be the name of a schedule.
  package static func isValid(_ name: String) -> Bool {
    name != reservedName && (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
          || 48...57 ~= byte || 97...122 ~= byte | 0x20
      }
  }

  /// Returns whether a text has only characters of a calendar expression.
  package static func isCalendar(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.utf8.allSatisfy { byte in
        " *,./:~_+-".utf8.contains(byte) || 48...57 ~= byte || 97...122 ~= byte | 0x20
      }
  }

  /// Returns whether a file was written by Minuta.
  package static func isOwn(_ content: String) -> Bool { content.hasPrefix(mark) }

  /// Returns the calendar expression in a timer's file.
  package static func calendar(inTimer content: String) -> String? {
    value(of: "OnCalendar", in: content)
  }

  /// Returns the words of the command in a service's file.
  package static func command(inService content: String) -> [String]? {
    value(of: "ExecStart", in: content).map(SystemdUnit.words)
  }

  private static func value(of key: String, in content: String) -> String? {
    content.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  package var timer: String {
    """
    \(Self.mark)

    [Unit]
    Description=Minuta: when to run \(name)

    [Timer]
    OnCalendar=\(calendar)
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  package var service: String {
    let variables = SystemdUnit.environment(self.variables).map { $0 + "\n" }.joined()
    return """
      \(Self.mark)

      [Unit]
      Description=Minuta: run \(name)

      [Service]
      Type=oneshot
      \(variables)ExecStart=\(SystemdUnit.command(command))

      """
  }
}
