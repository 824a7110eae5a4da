-- How often each component of the service worked, by day in UTC. The workers check every minute.
CREATE TABLE status_day (
  component text NOT NULL CONSTRAINT status_day_component CHECK (component IN ('api', 'database', 'oauth', 'webhooks')),
  day date NOT NULL,
  checks integer NOT NULL,
  failures integer NOT NULL,
  -- The last minute that was counted, so that several workers count each minute once.
  last_minute timestamptz(3) NOT NULL,
  last_ok boolean NOT NULL,
  PRIMARY KEY (component, day),
  CONSTRAINT status_day_counts CHECK (checks > 0 AND failures BETWEEN 0 AND checks)
);
