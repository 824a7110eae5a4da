-- Nothing is sent for an account while it is locked: it waits, as for a paused endpoint.
CREATE OR REPLACE FUNCTION claim_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql AS $$
DECLARE
  endpoint record;
  free integer;
  claimed integer;
BEGIN
  FOR endpoint IN
    SELECT e.id, e.failures_in_a_row FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
    WHERE e.id = ANY (endpoints) AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL ORDER BY e.id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    free := CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END
      - (SELECT count(*) FROM webhook_pending WHERE endpoint_id = endpoint.id AND leased_until > clock);
    CONTINUE WHEN free <= 0;
    RETURN QUERY
      UPDATE webhook_pending SET lease = gen_random_uuid(), leased_until = clock + make_interval(secs => lease_seconds)
      WHERE delivery_id IN (
        SELECT delivery_id FROM webhook_pending
        WHERE endpoint_id = endpoint.id AND due_at <= clock AND (leased_until IS NULL OR leased_until <= clock)
        ORDER BY due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED)
      AND (leased_until IS NULL OR leased_until <= clock)
      RETURNING *;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    room := room - claimed;
  END LOOP;
END $$;
