-- What an order was given back, where it stands in one row, so that one UPDATE can refuse to give back more than was paid.
-- discount_share is a part's share of the order's discount: its buyer paid total - discount_share for it.
ALTER TABLE customer_order ADD COLUMN refunded_total integer NOT NULL DEFAULT 0;
ALTER TABLE seller_order
  ADD COLUMN livemode boolean NOT NULL DEFAULT true,
  ADD COLUMN discount_share integer NOT NULL DEFAULT 0,
  ADD COLUMN refunded_total integer NOT NULL DEFAULT 0;

-- Orders from before: the discount by what each part costs, the last part takes what rounding leaves.
UPDATE seller_order p SET discount_share = shares.share, livemode = shares.livemode
FROM (
  SELECT s.id, o.livemode,
         CASE WHEN s.position = max(s.position) OVER of_order
              THEN o.discount_total - coalesce(sum(o.discount_total::bigint * s.subtotal / o.subtotal) OVER before, 0)
              ELSE o.discount_total::bigint * s.subtotal / o.subtotal END AS share
  FROM seller_order s JOIN customer_order o ON o.id = s.order_id
  WHERE o.discount_total > 0
  WINDOW of_order AS (PARTITION BY s.order_id),
         before AS (PARTITION BY s.order_id ORDER BY s.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) shares
WHERE p.id = shares.id;
UPDATE seller_order p SET livemode = false FROM customer_order o WHERE o.id = p.order_id AND NOT o.livemode;
UPDATE seller_order p SET refunded_total = back.amount
FROM (SELECT seller_order_id, sum(amount) AS amount FROM refund GROUP BY seller_order_id) back WHERE back.seller_order_id = p.id;
UPDATE customer_order o SET refunded_total = back.amount
FROM (SELECT order_id, sum(amount) AS amount FROM refund GROUP BY order_id) back WHERE back.order_id = o.id;

ALTER TABLE customer_order ADD CONSTRAINT customer_order_refunded CHECK (refunded_total BETWEEN 0 AND total);
ALTER TABLE seller_order
  ADD CONSTRAINT seller_order_discount CHECK (discount_share BETWEEN 0 AND total),
  ADD CONSTRAINT seller_order_refunded CHECK (refunded_total BETWEEN 0 AND total - discount_share);

-- The sandbox's lists; every other list is of orders that are live.
CREATE INDEX customer_order_test ON customer_order (account_id, placed_at DESC, id DESC) WHERE NOT livemode;
CREATE INDEX seller_order_test ON seller_order (store_id, placed_at DESC, id DESC) WHERE NOT livemode;

-- Two variants of one product that run out at the same time must see each other: the products are locked before they are looked at,
-- in one order, so that no two wait for each other.
ALTER FUNCTION listing_refresh(integer[]) RENAME TO listing_refresh_locked;
CREATE FUNCTION listing_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM product WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM listing_refresh_locked(ids);
END $$;
