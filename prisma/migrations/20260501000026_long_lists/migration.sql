-- A list of one account, store or endpoint is walked to its page, and counted, in an index that holds all that is asked of it; the rows
-- themselves are read for one page only. An owner's live and test events lie apart.
CREATE INDEX webhook_event_account_idx ON webhook_event (account_id, livemode, created_at DESC, id DESC) INCLUDE (type) WHERE account_id IS NOT NULL;
CREATE INDEX webhook_event_store_idx ON webhook_event (store_id, livemode, created_at DESC, id DESC) INCLUDE (type) WHERE store_id IS NOT NULL;
-- Without the status: what changes with each attempt must stay out of the indexes.
CREATE INDEX webhook_delivery_endpoint_idx ON webhook_delivery (endpoint_id, created_at DESC, id DESC) INCLUDE (event_type);
CREATE INDEX customer_order_account_idx ON customer_order (account_id, placed_at DESC, id DESC) INCLUDE (livemode);
CREATE INDEX customer_order_status_idx ON customer_order (account_id, status, placed_at DESC, id DESC) INCLUDE (livemode);
CREATE INDEX seller_order_store_idx ON seller_order (store_id, placed_at DESC, id DESC) INCLUDE (livemode, status);
CREATE INDEX seller_order_status_idx ON seller_order (store_id, status, placed_at DESC, id DESC) INCLUDE (livemode);
-- What must leave, the most urgent first.
CREATE INDEX seller_order_to_ship_idx ON seller_order (store_id, livemode, ship_by, placed_at DESC, id DESC) INCLUDE (status)
  WHERE status IN ('confirmed', 'packed');
CREATE INDEX account_newest_idx ON account ((locked_at IS NULL), created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- What they replace goes last: reads wait for this, and for nothing above.
DROP INDEX webhook_event_account_id_created_at_idx, webhook_event_store_id_created_at_idx, webhook_delivery_endpoint_id_created_at_idx,
  customer_order_account_id_placed_at_id_idx, customer_order_by_status, seller_order_store_id_placed_at_id_idx,
  seller_order_store_id_status_placed_at_id_idx;
