-- Each claim writes the row anew with an entry in each index: one index serves all that is looked for of an endpoint, what waits in its order and
-- what is under way. What waits for people of a suspended store is told by the row itself.
ALTER TABLE webhook_pending
  ADD COLUMN store_id integer,
  ADD COLUMN leased boolean NOT NULL GENERATED ALWAYS AS (lease IS NOT NULL) STORED;
UPDATE webhook_pending p SET store_id = v.store_id FROM webhook_event v
WHERE v.id = p.event_id AND v.created_at = p.event_created_at AND v.store_id IS NOT NULL;
DROP INDEX webhook_pending_leased_idx;
DROP INDEX webhook_pending_endpoint_id_due_at_idx;
CREATE INDEX webhook_pending_endpoint_id_leased_due_at_idx ON webhook_pending (endpoint_id, leased, due_at);

-- Nobody looks for the deliveries of an event.
DROP INDEX webhook_delivery_event_id_idx;
-- Attempts are looked for by their delivery.
ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_pkey, ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, id, created_at);
DROP INDEX webhook_attempt_delivery_id_idx;

-- Takes deliveries that are due, in the name of one lease, those of endpoints that are enabled. No endpoint ever has more than `most` deliveries
-- under way over all workers: claims of one endpoint come one after the other. A function, because each of its statements must see what the last
-- claim did. Rows are chosen once (ARRAY), before any of them is changed, whichever way PostgreSQL looks them up again.
CREATE OR REPLACE FUNCTION claim_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql
-- Planned once for all endpoints, not anew for each of a claim.
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  endpoint record;
  free integer;
  lapsed integer;
  claimed integer;
  taken uuid := gen_random_uuid();
BEGIN
  FOR endpoint IN
    SELECT e.id, e.failures_in_a_row, s.id AS withheld FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
    LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = a.id
    WHERE e.id = ANY (endpoints) AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL ORDER BY e.id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    SELECT CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END - count(*) FILTER (WHERE p.leased_until > clock),
           count(*) FILTER (WHERE p.leased_until <= clock)
    INTO free, lapsed FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased;
    CONTINUE WHEN free <= 0;
    -- What a worker that died had taken waits like all the rest.
    IF lapsed > 0 THEN
      UPDATE webhook_pending SET lease = NULL, leased_until = NULL
      WHERE ctid = ANY (ARRAY(
        SELECT p.ctid FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until <= clock FOR UPDATE SKIP LOCKED));
    END IF;
    RETURN QUERY
      UPDATE webhook_pending SET lease = taken, leased_until = clock + make_interval(secs => lease_seconds)
      WHERE ctid = ANY (ARRAY(
        SELECT p.ctid FROM webhook_pending p
        WHERE p.endpoint_id = endpoint.id AND NOT p.leased AND p.due_at <= clock
          AND (endpoint.withheld IS NULL OR p.store_id IS DISTINCT FROM endpoint.withheld)
        ORDER BY p.due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED))
      RETURNING *;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    room := room - claimed;
  END LOOP;
END $$;
