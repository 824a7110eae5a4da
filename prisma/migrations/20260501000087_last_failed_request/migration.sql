-- The last request of an account that failed with this code, in a range of ids: with the credentials if they are chosen,
-- otherwise with any other. A function for the reason that recent_requests() is one: a connection plans it once, and opens
-- the partitions of the range.
CREATE FUNCTION last_failed_request(account uuid, mode boolean, credentials uuid[], chosen boolean, code text, operations smallint[], since uuid, until uuid) RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (
    SELECT r.id FROM api_request r
    WHERE r.account_id = account AND r.livemode = mode AND r.status >= 400 AND (r.credential_id = ANY (credentials)) = chosen
      AND r.error_code = code AND r.operation = ANY (operations) AND r.id >= since AND r.id < until
    ORDER BY r.id DESC LIMIT 1);
END
$$;
