UPDATE seller_order p SET cash_on_delivery = true FROM payment m WHERE m.order_id = p.order_id AND m.method = 'cod';

-- What a store has to do, the most urgent first: orders that it can ship, or confirm first. The condition is that of
-- toShipSql(). In the other two indexes, orders that are not to be shipped are found without their rows.
CREATE INDEX seller_order_urgent_idx ON seller_order (store_id, livemode, ship_by, placed_at DESC, id DESC) INCLUDE (status)
  WHERE status IN ('confirmed', 'packed')
     OR status = 'pending' AND (payment_status IN ('paid', 'partially_refunded') OR payment_status = 'pending' AND cash_on_delivery);
CREATE INDEX seller_order_newest_idx ON seller_order (store_id, placed_at DESC, id DESC)
  INCLUDE (livemode, status, payment_status, cash_on_delivery);
CREATE INDEX seller_order_by_status_idx ON seller_order (store_id, status, placed_at DESC, id DESC)
  INCLUDE (livemode, payment_status, cash_on_delivery);

-- What they replace goes last: reads wait for this, and for nothing above.
DROP INDEX seller_order_to_ship_idx, seller_order_store_idx, seller_order_status_idx;
