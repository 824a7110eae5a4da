-- What an account asks its sandbox to do wrong, so that it can test how its own program copes.
CREATE TABLE sandbox_fault (
  id uuid NOT NULL PRIMARY KEY,
  world_id uuid NOT NULL REFERENCES world (id) ON DELETE CASCADE,
  -- An operation of the API that fails or is late.
  operation text,
  code text,
  -- An event whose deliveries are changed.
  event text,
  behaviour text,
  times integer NOT NULL,
  remaining integer NOT NULL,
  delay_ms integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_fault_subject CHECK (CASE WHEN operation IS NOT NULL THEN event IS NULL AND behaviour IS NULL
    ELSE event IS NOT NULL AND behaviour IS NOT NULL AND code IS NULL END),
  CONSTRAINT sandbox_fault_behaviour CHECK (behaviour IN ('duplicate', 'out_of_order', 'delay')),
  CONSTRAINT sandbox_fault_effect CHECK (operation IS NULL OR code IS NOT NULL OR delay_ms > 0),
  CONSTRAINT sandbox_fault_times CHECK (times BETWEEN 1 AND 100 AND remaining BETWEEN 1 AND times),
  CONSTRAINT sandbox_fault_delay CHECK (delay_ms BETWEEN 0 AND CASE WHEN operation IS NULL THEN 86400000 ELSE 10000 END)
);
CREATE INDEX sandbox_fault_world_id_idx ON sandbox_fault (world_id, created_at, id);

-- Takes one turn of the oldest fault of an operation or event in a sandbox, and deletes it with its last turn. A function, because its second
-- statement must see what the turn before did: of requests that come at once, exactly as many get a fault as it has turns.
CREATE FUNCTION take_sandbox_fault(account uuid, of_operation text, of_event text) RETURNS SETOF sandbox_fault LANGUAGE plpgsql AS $$
DECLARE
  world uuid := (SELECT w.id FROM world w WHERE w.account_id = account);
  taken sandbox_fault;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(world::text, 60));
  SELECT f.* INTO taken FROM sandbox_fault f
  WHERE f.world_id = world AND (f.operation = of_operation OR f.event = of_event) ORDER BY f.created_at, f.id LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF taken.remaining = 1 THEN
    DELETE FROM sandbox_fault f WHERE f.id = taken.id;
  ELSE
    UPDATE sandbox_fault f SET remaining = f.remaining - 1 WHERE f.id = taken.id;
  END IF;
  RETURN NEXT taken;
END $$;

-- Whether a sandbox's clock was moved past the delivery's due time: its next attempts are due from that time on, not from the present, until they
-- lie ahead again. So the schedule of the time moved runs as it would have, one attempt after the other.
-- The fault that changes the delivery, and whether it is held until a later event has overtaken it.
ALTER TABLE webhook_pending ADD COLUMN moved boolean NOT NULL DEFAULT false, ADD COLUMN fault_id uuid, ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE INDEX webhook_pending_moved_idx ON webhook_pending (endpoint_id) WHERE moved;
CREATE INDEX webhook_pending_held_idx ON webhook_pending (endpoint_id) WHERE held;

CREATE OR REPLACE FUNCTION claim_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql
-- Planned once for all endpoints, not anew for each of a claim.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  endpoint record;
  free integer;
  lapsed integer;
  claimed integer;
  taken uuid := gen_random_uuid();
BEGIN
  FOR endpoint IN
    SELECT e.id, e.failures_in_a_row, e.livemode, s.id AS withheld FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
    LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = a.id
    WHERE e.id = ANY (endpoints) AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL ORDER BY e.id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    SELECT CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END - count(*) FILTER (WHERE p.leased_until > clock),
           count(*) FILTER (WHERE p.leased_until <= clock)
    INTO free, lapsed FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased;
    -- What a moved clock has passed is sent in the order of its due times.
    IF NOT endpoint.livemode AND EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.moved) THEN
      free := least(free, 1 - (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until > clock));
    END IF;
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

-- What a moved clock has passed has not waited.
CREATE OR REPLACE FUNCTION longest_webhook_wait() RETURNS double precision LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(extract(epoch FROM now() - min(greatest(w.due_at, e.updated_at))), 0)
    FROM pending_webhook_endpoints() AS endpoint (id) JOIN webhook_endpoint e ON e.id = endpoint.id JOIN account a ON a.id = e.account_id
    CROSS JOIN LATERAL (
      SELECT p.due_at FROM webhook_pending p LEFT JOIN store s ON s.id = p.store_id
      WHERE p.endpoint_id = endpoint.id AND NOT p.leased AND p.due_at <= now() AND NOT p.moved AND (s.status IS NULL OR s.status = 'approved')
      ORDER BY p.due_at LIMIT 1) w
    WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failures_in_a_row = 0 AND a.locked_at IS NULL
    AND NOT EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until > now() OFFSET 0));
END $$;

-- Gives a delivery that a worker has claimed for its first attempt the oldest fault for its event, if the sandbox has one. A duplicate is a second
-- delivery of the event; a delivery that is delayed or held goes back to the queue.
CREATE FUNCTION fault_webhook_delivery(delivery uuid, claim uuid, of_event text) RETURNS TABLE (fault_id uuid, behaviour text) LANGUAGE plpgsql AS $$
DECLARE
  fault sandbox_fault;
  pending webhook_pending;
  copy uuid;
BEGIN
  SELECT p.* INTO pending FROM webhook_pending p WHERE p.delivery_id = delivery AND p.lease = claim FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT f.* INTO fault FROM webhook_endpoint e, take_sandbox_fault(e.account_id, NULL, of_event) f WHERE e.id = pending.endpoint_id;
  IF NOT FOUND THEN RETURN; END IF;
  IF fault.behaviour = 'duplicate' THEN
    copy := uuid_v7(pending.delivery_created_at);
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    VALUES (copy, pending.endpoint_id, pending.delivery_created_at, pending.event_id, pending.event_created_at, of_event, now());
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at, fault_id)
    VALUES (copy, pending.endpoint_id, pending.delivery_created_at, pending.event_id, pending.event_created_at, pending.store_id, now(), fault.id);
    UPDATE webhook_pending p SET fault_id = fault.id WHERE p.delivery_id = delivery;
  ELSE
    UPDATE webhook_pending p SET fault_id = fault.id, held = fault.behaviour = 'out_of_order', lease = NULL, leased_until = NULL,
      due_at = now() + make_interval(secs => fault.delay_ms / 1000.0)
    WHERE p.delivery_id = delivery;
    UPDATE webhook_delivery d SET next_attempt_at = now() + make_interval(secs => fault.delay_ms / 1000.0)
    WHERE d.id = delivery AND d.created_at = pending.delivery_created_at;
  END IF;
  RETURN QUERY SELECT fault.id, fault.behaviour;
END $$;
