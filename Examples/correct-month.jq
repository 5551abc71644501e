# Corrections of a month, made from its records:
#
#   minuta records 2024-06 --json | jq -f Examples/correct-month.jq | minuta run - --atomic --dry-run
#
# Email is Mail from now on, what was noted on 14 June began an hour later, and reading was no work.
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
