-- Which of a key's expiries were announced, so that each is once, whatever worker runs when.
CREATE TABLE api_key_expiry_notice (
  key_id uuid NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  days smallint NOT NULL,
  PRIMARY KEY (key_id, expires_at, days)
);
CREATE INDEX api_key_expires_at_idx ON api_key (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;

-- When a credential last reached the share of its rate limit that is worth an event: the windows of the last five minutes.
CREATE TABLE limit_pressure (
  credential_id uuid NOT NULL PRIMARY KEY,
  reached timestamptz(3)[] NOT NULL,
  reached_at timestamptz(3) NOT NULL,
  -- Whether the event was recorded, until an hour went by without such a window.
  announced boolean NOT NULL DEFAULT false
);
CREATE INDEX limit_pressure_reached_at_idx ON limit_pressure (reached_at);

-- The rows satisfied stricter constraints, so that none needs to be looked at.
ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_events, ADD CONSTRAINT webhook_endpoint_events CHECK (cardinality(events) > 0
  AND events <@ ARRAY['order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.created',
                      'seller.order.updated', 'seller.stock.low', 'key.expiring', 'limit.approaching', 'webhook_endpoint.disabled']) NOT VALID;
ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_type, ADD CONSTRAINT webhook_event_type CHECK (type IN
  ('order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.created', 'seller.order.updated',
   'seller.stock.low', 'key.expiring', 'limit.approaching', 'webhook_endpoint.disabled', 'ping')) NOT VALID;
