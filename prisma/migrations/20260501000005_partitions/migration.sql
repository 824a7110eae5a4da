-- Logs are kept in one partition a day (UTC), so that retention is a DROP and never a DELETE. A row whose day has no partition
-- yet falls into the default one instead of failing.

CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;
CREATE TABLE api_usage_default PARTITION OF api_usage DEFAULT;
CREATE TABLE webhook_event_default PARTITION OF webhook_event DEFAULT;
CREATE TABLE webhook_delivery_default PARTITION OF webhook_delivery DEFAULT;
CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;

-- Makes the partitions of the days from..until. A day whose rows already fell into the default partition is left there.
CREATE FUNCTION make_day_partitions(from_day date, until_day date) RETURNS void LANGUAGE plpgsql AS $$
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
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, parent,
                       day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
      EXCEPTION WHEN check_violation THEN
        RAISE NOTICE 'the rows of % stay in %_default', day, parent;
      END;
    END LOOP;
  END LOOP;
END $$;

-- Drops the partitions of a table for the days before keep_from.
CREATE FUNCTION drop_day_partitions(parent text, keep_from date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE partition text;
BEGIN
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ ('^' || parent || '_[0-9]{8}$')
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < keep_from
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$;

SELECT make_day_partitions(((now() AT TIME ZONE 'UTC')::date - 31), ((now() AT TIME ZONE 'UTC')::date + 7));
