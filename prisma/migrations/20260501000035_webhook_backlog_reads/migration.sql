-- What waits is little at one time and very much at another, and a plan is kept from the one to the other: these reads go by the index always.

-- How many of an endpoint's deliveries are due and wait, up to `most`: those of a store's events, or those of no store's.
CREATE FUNCTION webhook_backlog(endpoint uuid, store integer, most integer) RETURNS integer LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (
    SELECT count(*) FILTER (WHERE w.store_id IS NOT DISTINCT FROM store) FROM (
      SELECT p.store_id FROM webhook_pending p WHERE p.endpoint_id = endpoint AND NOT p.leased AND p.due_at <= now() ORDER BY p.due_at LIMIT most) w);
END $$;

ALTER FUNCTION claim_webhook_deliveries SET enable_seqscan = off;
ALTER FUNCTION claim_webhook_deliveries SET enable_bitmapscan = off;
