# Logs the events of a jCal calendar (RFC 7265):
#
#   jq -f Examples/import-calendar.jq Examples/calendar.json | minuta run -
#
# The idempotency key is the event's UID, so importing twice adds nothing. All-day and cancelled
# events are skipped. Times without a Z are in your time zone.
def property(name): first(.[1][] | select(.[0] == name)) // null;
def text(name): property(name) | if . then .[3] else null end;

[
  .[2][]
  | select(.[0] == "vevent" and property("dtstart")[2] == "date-time")
  | select(text("status") != "CANCELLED")
  | {
      intent: "LogTime",
      key: "calendar-\(text("uid"))",
      with: (
        {tag: (text("categories") // "Meeting"), comment: text("summary"), start: text("dtstart")}
        + (if text("dtend") then {end: text("dtend")} else {duration: text("duration")} end)
      )
    }
]
