-- Who forgot to record? Weekdays without a record, between each person's first and last one.
WITH people AS (
  SELECT person, min(day) AS first_day, max(day) AS last_day FROM records GROUP BY person
),
-- A day on which nobody recorded anything is probably a holiday.
workdays AS (SELECT DISTINCT day FROM records WHERE isodow(day) < 6)
SELECT people.person, count(*) AS missing_days, min(workdays.day) AS first_missing
FROM people
JOIN workdays ON workdays.day BETWEEN first_day AND last_day
ANTI JOIN records ON records.person = people.person AND records.day = workdays.day
GROUP BY people.person
ORDER BY missing_days DESC, people.person;
