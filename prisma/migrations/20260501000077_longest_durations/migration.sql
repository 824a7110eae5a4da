-- The longest duration of the requests that a row counts, so that no percentile of a group is above it. Null: not known, because some of them were
-- counted by a previous version. Where a previous version adds to a row during the upgrade, it stays that of the others.
ALTER TABLE api_usage ADD COLUMN duration_max real;

CREATE OR REPLACE VIEW api_usage_current AS
SELECT false AS is_recent, NULL::uuid AS id, hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms,
       within_5, within_10, within_25, within_50, within_100, within_250, within_500, within_1000, within_2500, within_5000, within_10000, within_30000, over_30000,
       duration_max
FROM api_usage
UNION ALL
SELECT is_recent, id, date_trunc('hour', created_at, 'UTC')::timestamptz(3), account_id, credential_id, credential_kind, operation, status, error_code, 1, duration_ms,
       (b = 0)::int, (b = 1)::int, (b = 2)::int, (b = 3)::int, (b = 4)::int, (b = 5)::int, (b = 6)::int, (b = 7)::int, (b = 8)::int, (b = 9)::int, (b = 10)::int, (b = 11)::int, (b = 12)::int,
       duration_ms
FROM (SELECT *, 12 - width_bucket(-duration_ms::float8, '{-30000,-10000,-5000,-2500,-1000,-500,-250,-100,-50,-25,-10,-5}'::float8[]) AS b FROM api_request_tail) t;
