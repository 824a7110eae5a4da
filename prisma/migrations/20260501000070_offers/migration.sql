-- Grows with each change of a variant's stock or price, also by an order, so that a seller who changes what he has read overwrites nothing.
-- The default is not written to the rows.
ALTER TABLE product_variant ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION product_variant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER product_variant_changed BEFORE UPDATE OF stock, price, mrp ON product_variant FOR EACH ROW
  WHEN ((OLD.stock, OLD.price, OLD.mrp) IS DISTINCT FROM (NEW.stock, NEW.price, NEW.mrp)) EXECUTE FUNCTION product_variant_changed();

-- The constraints that use it need no new look at their rows, since it only allows more.
CREATE OR REPLACE FUNCTION is_scope_set(scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT scopes <@ ARRAY['openid', 'profile', 'email', 'profile.read', 'catalog.read', 'orders.read', 'seller.orders.read',
                         'seller.orders.write', 'seller.orders.manage', 'seller.refunds.write', 'seller.catalog.read', 'seller.catalog.write',
                         'webhooks.manage', 'sandbox.manage', 'usage.read']
$$;

-- The rows satisfied stricter constraints, so that none needs to be looked at.
ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_events, ADD CONSTRAINT webhook_endpoint_events CHECK (cardinality(events) > 0
  AND events <@ ARRAY['order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.updated',
                      'seller.stock.low']) NOT VALID;
ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_type, ADD CONSTRAINT webhook_event_type CHECK (type IN
  ('order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.updated', 'seller.stock.low', 'ping')) NOT VALID;
