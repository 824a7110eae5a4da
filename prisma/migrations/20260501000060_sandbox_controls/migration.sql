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
