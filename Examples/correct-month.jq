# Corrects the records of a month:
#
#   minuta records 2024-06 --json | jq -f Examples/correct-month.jq | minuta run - --atomic --dry-run
#
# Renames the tag Email to Mail, moves the records of 14 June an hour later, and deletes Reading.
def instant: fromdateiso8601;
def later(seconds): instant + seconds | todateiso8601;

[
  .value.records[]
  | if .tag.name == "Reading" then
      {intent: "DeleteRecord", with: {record: .id}}
    else
      {record: .id}
      + (if .tag.name == "Email" then {tag: "Mail"} else {} end)
      + (if .startTime[:10] == "2024-06-14"
         then {start: (.startTime | later(3600)), end: (.endTime | later(3600))}
         else {} end)
      | select(length > 1)
      | {intent: "UpdateRecord", with: .}
    end
]
