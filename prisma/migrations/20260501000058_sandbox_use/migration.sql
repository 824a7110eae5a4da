-- When a sandbox was filled (null while it has no rows), and when it was last used, to the hour.
ALTER TABLE world ADD COLUMN filled_at timestamptz(3), ADD COLUMN used_at timestamptz(3);
CREATE INDEX world_used_at ON world (used_at) WHERE filled_at IS NOT NULL;

-- The time in a world: in a sandbox, what its clock shows.
CREATE FUNCTION world_now(world_id uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
  IF world_id = '00000000-0000-7000-8000-000000000001' THEN
    RETURN now();
  END IF;
  RETURN (SELECT w.clock FROM world w WHERE w.id = world_id);
END $$;

-- An event's time in its world; null where it is the time at which the event was recorded.
ALTER TABLE webhook_event ADD COLUMN occurred_at timestamptz(3);
