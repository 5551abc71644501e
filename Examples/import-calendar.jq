# Time spent in meetings, from a calendar in jCal (RFC 7265):
#
#   jq -f Examples/import-calendar.jq Examples/calendar.json | minuta run -
#
# Each event is known by its UID, so that a second import adds nothing. Whole days and events that
# were cancelled are left out; times without a Z are those of your own zone.
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
