import Testing

@testable import MinutaDesktop

@Suite struct WorkflowScheduleTests {
  @Test func `the files have the calendar, the command and the mark`() {
    let schedule = WorkflowSchedule(
      name: "end_of_day",
      calendar: "Mon..Fri 17:30",
      command: ["/usr/bin/minuta", "run", "/home/a b/100%.json"],
      variables: ["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"]
    )
    #expect(
      schedule.timer == """
        # Written by `minuta schedule`.

        [Unit]
        Description=Minuta: when to run end_of_day

        [Timer]
        OnCalendar=Mon..Fri 17:30
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    )
    #expect(
      schedule.service == """
        # Written by `minuta schedule`.

        [Unit]
        Description=Minuta: run end_of_day

        [Service]
        Type=oneshot
        Environment=XDG_CONFIG_HOME=/c
        Environment=XDG_STATE_HOME=/s
        ExecStart=/usr/bin/minuta run "/home/a b/100%%.json"

        """
    )
    #expect(WorkflowSchedule.isOwn(schedule.timer) && WorkflowSchedule.isOwn(schedule.service))
    #expect(WorkflowSchedule.calendar(inTimer: schedule.timer) == "Mon..Fri 17:30")
    let command = WorkflowSchedule.command(inService: schedule.service)
    #expect(command == ["/usr/bin/minuta", "run", "/home/a b/100%.json"])
  }

  @Test(
    arguments: [
      ("minuta-end_of_day.timer", "end_of_day"), ("minuta-a-b.timer", "a-b"),
      ("minuta-.timer", nil), ("minuta-a b.timer", nil), ("minuta-a.service", nil),
      ("x-minuta-a.timer", nil), ("minuta-a@b.timer", nil), ("minuta-../x.timer", nil),
    ]
  )
  func `only names of our own form are recognized`(file: String, name: String?) {
    #expect(WorkflowSchedule.name(inTimerFile: file) == name)
  }

  @Test(arguments: [
    "Mon..Fri 17:30", "*-*-01 09:00", "hourly", "2026-12-24 18:00:00 Europe/Zurich", "*:0/15",
    "Mon,Tue *-*-1..4 12:00:00", "*-02~03",
  ])
  func `a text with the characters of calendar expressions is one`(text: String) {
    #expect(WorkflowSchedule.isCalendar(text))
  }

  @Test(arguments: [
    "", "a\nExecStart=/bin/sh", "Mon%h", "$HOME", "a;b", "a\"b", "ü", "a\u{0}",
    String(repeating: "1", count: 201),
  ])
  func `a text with other characters is no calendar expression`(text: String) {
    #expect(!WorkflowSchedule.isCalendar(text))
  }
}
