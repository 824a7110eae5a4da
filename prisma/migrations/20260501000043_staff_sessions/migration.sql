-- When a session last proved a second factor: staff powers ask for more than a password.
ALTER TABLE session ADD COLUMN second_factor_at timestamptz(3);

-- Test orders took their buyer's own address, which test keys show unmasked.
UPDATE delivery_address d SET name = 'Test Buyer', phone = '+910000000000', line1 = '1 Test Street', line2 = NULL, landmark = NULL
FROM customer_order o WHERE o.id = d.order_id AND NOT o.livemode;
