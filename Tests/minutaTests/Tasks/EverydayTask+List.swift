import Foundation

extension EverydayTask {
  /// Returns the twenty-five tasks, with the times of a day.
  static func all(on day: TaskDay) -> [EverydayTask] { timers(day) + lists(day) + corrections(day) }

  private static func timers(_ day: TaskDay) -> [EverydayTask] {
    let base = day.history
    let yesterday = day.text(day.time(0, days: -1)).day
    func entry(_ start: Double, _ end: Double, _ days: Int = 0) -> TaskEntry {
      TaskEntry(day.time(start, days: days), day.time(end, days: days), "Acme")
    }
    return [
      EverydayTask(
        title: "Start, with a comment",
        timew: ["timew start Acme 'Fix the login'"],
        watson: ["watson start Acme +Fix the login"],
        minuta: ["minuta start Acme Fix the login"],
        effect: .data(base + [TaskEntry(day.now, nil, "Acme", note: "Fix the login")])
      ),
      EverydayTask(
        title: "See what runs",
        timew: ["timew"],
        watson: ["watson status"],
        minuta: ["minuta"],
        hasTimer: true,
        effect: .shown([], ["Acme"])
      ),
      EverydayTask(
        title: "Switch to something else",
        timew: ["timew start Globex"],
        watson: ["watson stop", "watson start Globex"],
        minuta: ["minuta switch Globex"],
        hasTimer: true,
        effect: .data(
          base + [TaskEntry(day.timer.start, day.now, "Acme"), TaskEntry(day.now, nil, "Globex")]
        )
      ),
      EverydayTask(
        title: "Stop",
        timew: ["timew stop"],
        watson: ["watson stop"],
        minuta: ["minuta stop"],
        hasTimer: true,
        effect: .data(base + [TaskEntry(day.timer.start, day.now, "Acme")])
      ),
      EverydayTask(
        title: "Continue the last one",
        timew: ["timew continue"],
        watson: ["watson restart"],
        minuta: ["minuta resume"],
        effect: .data(base + [TaskEntry(day.now, nil, "Acme")])
      ),
      EverydayTask(
        title: "Stop ten minutes ago",
        timew: ["timew stop 10min ago"],
        watson: ["watson stop --at \(day.text(day.minutesAgo(10)).clock)"],
        minuta: ["minuta stop -10m"],
        hasTimer: true,
        effect: .data(base + [TaskEntry(day.timer.start, day.minutesAgo(10), "Acme")])
      ),
      EverydayTask(
        title: "Log 13:00 to 14:30",
        timew: ["timew track 13:00 - 14:30 Acme"],
        watson: ["watson add -f 13:00 -t 14:30 Acme"],
        minuta: ["minuta log Acme 13-14:30"],
        effect: .data(base + [entry(13, 14.5)])
      ),
      EverydayTask(
        title: "Log yesterday, 9 to 12",
        timew: ["timew track \(yesterday)T09:00 for 3h Acme"],
        watson: ["watson add -f '\(yesterday) 09:00' -t '\(yesterday) 12:00' Acme"],
        minuta: ["minuta log Acme yesterday 9-12"],
        effect: .data(base + [entry(9, 12, -1)])
      ),
      EverydayTask(
        title: "Start 20 minutes ago",
        timew: ["timew start 20min ago Acme"],
        watson: ["watson start --at \(day.text(day.minutesAgo(20)).clock) Acme"],
        minuta: ["minuta start Acme -20m"],
        effect: .data(base + [TaskEntry(day.minutesAgo(20), nil, "Acme")])
      ),
      EverydayTask(
        title: "Cancel",
        timew: ["timew cancel"],
        watson: ["watson cancel"],
        minuta: ["minuta cancel"],
        hasTimer: true,
        effect: .data(base)
      ),
    ]
  }

  private static func lists(_ day: TaskDay) -> [EverydayTask] {
    let inMonth = day.history.count {
      day.calendar.isDate($0.start, equalTo: day.now, toGranularity: .month)
    }
    let days = (-6...0).map { day.time(12, days: $0) }.filter {
      day.calendar.isDate($0, equalTo: day.now, toGranularity: .weekOfYear)
    }
    let (first, last) = day.lastMonth
    let perDay = days.map { day.seconds(in: .day, at: $0) }.filter { $0 > 0 }
    return [
      EverydayTask(
        title: "List today, with ids",
        timew: ["timew summary :ids"],
        watson: ["watson log -d"],
        minuta: ["minuta records"],
        effect: .ids(3)
      ),
      EverydayTask(
        title: "Sum up today by client",
        timew: [],
        watson: ["watson report -d"],
        minuta: ["minuta summary by client"],
        effect: .shown(
          ["Acme", "Globex"].map { day.seconds(in: .day, of: $0) },
          ["Acme", "Globex"]
        )
      ),
      EverydayTask(
        title: "Sum up this week",
        timew: ["timew week"],
        watson: ["watson report -w"],
        minuta: ["minuta week"],
        effect: .shown([day.seconds(in: .weekOfYear)], [])
      ),
      EverydayTask(
        title: "See each day of this week",
        timew: ["timew week"],
        watson: ["watson aggregate"],
        minuta: ["minuta week"],
        effect: .shown(perDay, [])
      ),
      EverydayTask(
        title: "Sum up last month of a client",
        timew: ["timew summary :lastmonth Acme"],
        watson: ["watson report -f \(first) -t \(last) -p Acme"],
        minuta: ["minuta summary last month Acme"],
        effect: .shown([day.seconds(in: .month, of: "Acme", at: day.timeOfLastMonth(0))], [])
      ),
      EverydayTask(
        title: "This month as JSON",
        timew: ["timew export :month"],
        watson: ["watson log -mj"],
        minuta: ["minuta ls -m -j"],
        effect: .json(inMonth)
      ),
      EverydayTask(
        title: "This month as CSV",
        timew: [],
        watson: ["watson log -ms"],
        minuta: ["minuta ls -m --csv"],
        effect: .csv(inMonth)
      ),
    ]
  }

  private static func corrections(_ day: TaskDay) -> [EverydayTask] {
    let base = day.history
    let morning = base.count - 2
    func changed(_ index: Int, _ change: (inout TaskEntry) -> Void) -> Effect {
      var entries = base
      change(&entries[index])
      return .data(entries)
    }
    let halves = [(9.0, 10.25), (10.5, 11.0)].map {
      TaskEntry(day.time($0.0), day.time($0.1), "Acme")
    }
    let joined = TaskEntry(day.time(9), day.time(12), "Acme")
    return [
      EverydayTask(
        title: "Mend an end of two weeks ago",
        timew: ["timew lengthen @5 30min"],
        watson: [
          TypedCommand(stringLiteral: "watson edit \(TaskProgram.idMark)").replacing(
            "17:00",
            by: "17:30"
          )
        ],
        minuta: [TypedCommand(stringLiteral: "minuta edit \(TaskProgram.idMark) until 17:30")],
        effect: changed(2) { $0.end = day.time(17.5, days: -14) }
      ),
      EverydayTask(
        title: "Change the client",
        timew: ["timew tag @2 Globex", "timew untag @2 Acme"],
        watson: [TypedCommand(stringLiteral: "watson edit -2").replacing("Acme", by: "Globex")],
        minuta: ["minuta edit @2 Globex"],
        effect: changed(morning) { $0.tag = "Globex" }
      ),
      EverydayTask(
        title: "Add a comment",
        timew: ["timew annotate @2 'Call the bank'"],
        watson: [],
        minuta: ["minuta edit @2 -m 'Call the bank'"],
        effect: changed(morning) { $0.note = "Call the bank" }
      ),
      EverydayTask(
        title: "Cut out a break",
        timew: [
          "timew split @2", "timew modify start @2 10:30", "timew modify end @3 10:15",
        ],
        watson: [
          TypedCommand(stringLiteral: "watson edit -2").replacing("11:00", by: "10:15"),
          "watson add -f 10:30 -t 11:00 Acme",
        ],
        minuta: ["minuta cut 10:15-10:30"],
        effect: .data(base[..<morning] + halves + [base[morning + 1]])
      ),
      EverydayTask(
        title: "Join two records",
        timew: ["timew join @1 @2"],
        watson: [],
        minuta: [TypedCommand(stringLiteral: "minuta join @1 @2").answered("y")],
        effect: .data(base[..<morning] + [joined])
      ),
      EverydayTask(
        title: "Delete a record",
        timew: ["timew delete @2"],
        watson: [TypedCommand(stringLiteral: "watson remove -2").answered("y")],
        minuta: ["minuta delete @2"],
        effect: .data(base[..<morning] + [base[morning + 1]])
      ),
      EverydayTask(
        title: "Undo that",
        timew: ["timew undo"],
        watson: [],
        minuta: ["minuta undo"],
        deletesNewest: true,
        effect: .data(base)
      ),
      EverydayTask(
        title: "Rename a client",
        timew: [],
        watson: ["watson rename project Acme Ajax"],
        minuta: ["minuta rename Acme Ajax"],
        effect: .data(
          base.map { TaskEntry($0.start, $0.end, $0.tag == "Acme" ? "Ajax" : $0.tag) }
        )
      ),
    ]
  }
}
