-- What waits for people of a suspended store is looked up in its events; a claim for anybody else opens none of their partitions.
CREATE OR REPLACE FUNCTION claim_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql
-- Planned once for all endpoints, not anew for each of a claim.
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  endpoint record;
  free integer;
  claimed integer;
BEGIN
  FOR endpoint IN
    SELECT e.id, e.failures_in_a_row, s.id AS withheld FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
    LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = a.id
    WHERE e.id = ANY (endpoints) AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL ORDER BY e.id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    free := CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END
      - (SELECT count(*) FROM webhook_pending WHERE endpoint_id = endpoint.id AND leased_until > clock);
    CONTINUE WHEN free <= 0;
    IF endpoint.withheld IS NULL THEN
      RETURN QUERY
        UPDATE webhook_pending SET lease = gen_random_uuid(), leased_until = clock + make_interval(secs => lease_seconds)
        WHERE delivery_id IN (
          SELECT p.delivery_id FROM webhook_pending p
          WHERE p.endpoint_id = endpoint.id AND p.due_at <= clock AND (p.leased_until IS NULL OR p.leased_until <= clock)
          ORDER BY p.due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED)
        AND (leased_until IS NULL OR leased_until <= clock)
        RETURNING *;
    ELSE
      RETURN QUERY
        UPDATE webhook_pending SET lease = gen_random_uuid(), leased_until = clock + make_interval(secs => lease_seconds)
        WHERE delivery_id IN (
          SELECT p.delivery_id FROM webhook_pending p
          WHERE p.endpoint_id = endpoint.id AND p.due_at <= clock AND (p.leased_until IS NULL OR p.leased_until <= clock)
            AND (SELECT v.store_id FROM webhook_event v WHERE v.id = p.event_id AND v.created_at = p.event_created_at) IS DISTINCT FROM endpoint.withheld
          ORDER BY p.due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED)
        AND (leased_until IS NULL OR leased_until <= clock)
        RETURNING *;
    END IF;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    room := room - claimed;
  END LOOP;
END $$;
