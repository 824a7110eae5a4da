-- What waits is little at one time and very much at another, and a plan is kept from the one to the other: these reads go by the index always.

-- How many of the `most` of an endpoint's deliveries that are due first and wait are of a store's events, or of no store's.
CREATE FUNCTION webhook_backlog(endpoint uuid, store integer, most integer) RETURNS integer LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (
    SELECT count(*) FILTER (WHERE w.store_id IS NOT DISTINCT FROM store) FROM (
      SELECT p.store_id FROM webhook_pending p WHERE p.endpoint_id = endpoint AND NOT p.leased AND p.due_at <= now() ORDER BY p.due_at LIMIT most) w);
END $$;

ALTER FUNCTION claim_webhook_deliveries SET enable_seqscan = off;
ALTER FUNCTION claim_webhook_deliveries SET enable_bitmapscan = off;

-- Endpoints that anything is pending for: one step of the index for each, however much that is.
CREATE FUNCTION pending_webhook_endpoints() RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
    WITH RECURSIVE endpoint AS (
      (SELECT p.endpoint_id AS id FROM webhook_pending p ORDER BY p.endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT p.endpoint_id FROM webhook_pending p WHERE p.endpoint_id > endpoint.id ORDER BY p.endpoint_id LIMIT 1) FROM endpoint WHERE endpoint.id IS NOT NULL)
    SELECT endpoint.id FROM endpoint WHERE endpoint.id IS NOT NULL;
END $$;

-- Those that something could be sent to.
CREATE FUNCTION due_webhook_endpoints(most integer, most_failing integer, clock timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
    -- OFFSET 0: looked for in each endpoint's part of the index, not once in all of it.
    SELECT endpoint.id FROM pending_webhook_endpoints() AS endpoint (id)
    WHERE EXISTS (
      SELECT FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
      LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = a.id
      WHERE e.id = endpoint.id AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL
      AND (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until > clock)
        < CASE WHEN e.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END
      AND (EXISTS (
          SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND NOT p.leased AND p.due_at <= clock AND (s.id IS NULL OR p.store_id IS DISTINCT FROM s.id))
        OR EXISTS (
          SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until <= clock OFFSET 0)));
END $$;

-- For how many seconds what could be sent has waited, longest: at an endpoint that does not fail, and to which nobody is sending.
CREATE FUNCTION longest_webhook_wait() RETURNS double precision LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(extract(epoch FROM now() - min(greatest(w.due_at, e.updated_at))), 0)
    FROM pending_webhook_endpoints() AS endpoint (id) JOIN webhook_endpoint e ON e.id = endpoint.id JOIN account a ON a.id = e.account_id
    CROSS JOIN LATERAL (
      SELECT p.due_at FROM webhook_pending p LEFT JOIN store s ON s.id = p.store_id
      WHERE p.endpoint_id = endpoint.id AND NOT p.leased AND p.due_at <= now() AND (s.status IS NULL OR s.status = 'approved') ORDER BY p.due_at LIMIT 1) w
    WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failures_in_a_row = 0 AND a.locked_at IS NULL
    AND NOT EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until > now() OFFSET 0));
END $$;
