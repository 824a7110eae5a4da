-- Test orders are now in the sandbox of their account. Those from before, which were rows of the live world, are deleted.
DELETE FROM seller_order WHERE NOT livemode AND world_id = '00000000-0000-7000-8000-000000000001';
DELETE FROM customer_order WHERE NOT livemode AND world_id = '00000000-0000-7000-8000-000000000001';
ALTER TABLE customer_order ADD CONSTRAINT customer_order_livemode CHECK (livemode = (world_id = '00000000-0000-7000-8000-000000000001')) NOT VALID;
ALTER TABLE seller_order ADD CONSTRAINT seller_order_livemode CHECK (livemode = (world_id = '00000000-0000-7000-8000-000000000001')) NOT VALID;
