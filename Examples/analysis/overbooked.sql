-- Who is overbooked: more than 45 hours in a week, or two records at the same time?
WITH limits AS (SELECT 45 AS hours_a_week),
covered AS (
  SELECT
    person, week, seconds, starts, ends,
    max(ends) OVER (
      PARTITION BY person ORDER BY starts, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS busy_until
  FROM records
),
weeks AS (
  SELECT
    person,
    week,
    sum(seconds) / 3600 AS hours,
    coalesce(sum(epoch(least(ends, busy_until) - starts)) FILTER (busy_until > starts), 0) / 3600
      AS double_hours
  FROM covered
  GROUP BY person, week
)
SELECT person, week, hours::DECIMAL(12, 2) AS hours, double_hours::DECIMAL(12, 2) AS double_hours
FROM weeks, limits
WHERE hours > hours_a_week OR double_hours > 0
ORDER BY hours DESC, person, week;
