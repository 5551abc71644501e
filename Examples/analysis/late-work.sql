-- Who works before 7:00, after 19:00 or at the weekend?
WITH office AS (
  SELECT
    person,
    seconds,
    CASE
      WHEN isodow(day) > 5 THEN 0
      ELSE greatest(
        0,
        epoch(least(ends, day + INTERVAL 19 HOURS) - greatest(starts, day + INTERVAL 7 HOURS))
      )
    END AS office_seconds
  FROM records
)
SELECT
  person,
  (sum(seconds - office_seconds) / 3600)::DECIMAL(12, 2) AS late_hours,
  (100 * sum(seconds - office_seconds) / sum(seconds))::DECIMAL(5, 1) AS late_percent
FROM office
GROUP BY person
HAVING late_hours > 0
ORDER BY late_hours DESC, person;
