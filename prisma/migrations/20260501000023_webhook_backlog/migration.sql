-- A claim counts what is under way to an endpoint: that must not take longer the more waits for it.
CREATE INDEX webhook_pending_leased_idx ON webhook_pending (endpoint_id, leased_until) WHERE leased_until IS NOT NULL;

-- Planned once for all endpoints, not anew for each of a claim.
ALTER FUNCTION claim_webhook_deliveries SET plan_cache_mode = force_generic_plan;

-- A delivery is written once and changed with each attempt: room for that on its page spares its three indexes.
CREATE OR REPLACE FUNCTION make_day_partitions(from_day date, until_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  day date;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
  FOREACH parent IN ARRAY ARRAY['request_log', 'api_usage', 'webhook_event', 'webhook_delivery', 'webhook_attempt'] LOOP
    FOR day IN SELECT generate_series(from_day, until_day, interval '1 day')::date LOOP
      partition := parent || '_' || to_char(day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)', partition, parent,
                       day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00', CASE parent WHEN 'webhook_delivery' THEN 65 ELSE 100 END);
      EXCEPTION WHEN check_violation THEN
        RAISE NOTICE 'the rows of % stay in %_default', day, parent;
      END;
    END LOOP;
  END LOOP;
END $$;

DO $$
DECLARE partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'webhook_delivery'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 65)', partition);
  END LOOP;
END $$;
