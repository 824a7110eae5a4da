-- What an account requested and the usage does not count yet, in one mode or in both (NULL). Its ids are within bounds, so
-- that few partitions of the log are read. In a statement of its own PostgreSQL would open all of them at each execution, or
-- plan each execution anew. Here a connection plans once, and opens the partitions between the bounds.
CREATE FUNCTION recent_requests(account uuid, mode boolean, since uuid, until uuid) RETURNS SETOF api_request_tail
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT * FROM api_request_tail t
    WHERE t.account_id = account AND (mode IS NULL OR t.livemode = mode) AND (NOT t.is_recent OR t.id >= since AND t.id < until);
END
$$;

-- An account's usage with what is not counted yet, as api_usage_current has it of all accounts. A query that calls it takes it
-- in as if it were written there.
CREATE FUNCTION current_usage(account uuid, since uuid, until uuid) RETURNS SETOF api_usage_current
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT false, NULL::uuid, hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms,
         within_5, within_10, within_25, within_50, within_100, within_250, within_500, within_1000, within_2500, within_5000, within_10000, within_30000, over_30000,
         duration_max
  FROM api_usage WHERE account_id = account
  UNION ALL
  SELECT is_recent, id, date_trunc('hour', created_at, 'UTC')::timestamptz(3), account_id, credential_id, credential_kind, operation, status, error_code, 1, duration_ms,
         (b = 0)::int, (b = 1)::int, (b = 2)::int, (b = 3)::int, (b = 4)::int, (b = 5)::int, (b = 6)::int, (b = 7)::int, (b = 8)::int, (b = 9)::int, (b = 10)::int, (b = 11)::int, (b = 12)::int,
         duration_ms
  FROM (SELECT *, 12 - width_bucket(-duration_ms::float8, '{-30000,-10000,-5000,-2500,-1000,-500,-250,-100,-50,-25,-10,-5}'::float8[]) AS b
        FROM recent_requests(account, NULL, since, until)) t
$$;
