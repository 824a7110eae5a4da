-- Order numbers run on through the months: HT-<year><month>-<running number>.
CREATE SEQUENCE customer_order_number;

CREATE FUNCTION order_status_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(ARRAY['pending', 'confirmed', 'packed', 'shipped', 'delivered', 'cancelled'], status)
$$;

-- A customer's order shows the least advanced of its parts that are not cancelled. The order is locked first, so that two parts
-- which change at the same time see each other.
CREATE FUNCTION customer_order_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM customer_order WHERE id = NEW.order_id FOR UPDATE;
  UPDATE customer_order o SET status = parts.status, updated_at = greatest(o.updated_at, NEW.updated_at), version = o.version + 1
  FROM (SELECT status FROM seller_order WHERE order_id = NEW.order_id ORDER BY order_status_rank(status) LIMIT 1) parts
  WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER customer_order_follow AFTER UPDATE OF status ON seller_order FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION customer_order_follow();

-- A list filtered by status reads its page from an index too.
CREATE INDEX customer_order_by_status ON customer_order (account_id, status, placed_at DESC, id DESC);
