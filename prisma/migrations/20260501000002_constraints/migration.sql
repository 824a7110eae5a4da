-- What the code relies on and Prisma's schema cannot say.

CREATE FUNCTION is_scope_set(scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT scopes <@ ARRAY['openid', 'profile', 'email', 'profile.read', 'catalog.read', 'orders.read',
                         'seller.orders.read', 'seller.orders.write', 'webhooks.manage']
$$;

-- Accounts
ALTER TABLE account
  ADD CONSTRAINT account_locale CHECK (locale IN ('en', 'hi', 'mai')),
  ADD CONSTRAINT account_roles CHECK (roles <@ ARRAY['staff']),
  ADD CONSTRAINT account_name CHECK (char_length(name) BETWEEN 1 AND 120),
  ADD CONSTRAINT account_email CHECK (char_length(email::text) BETWEEN 3 AND 254);
ALTER TABLE email_token
  ADD CONSTRAINT email_token_purpose CHECK (purpose IN ('verify_email', 'reset_password', 'change_email')),
  ADD CONSTRAINT email_token_hash CHECK (octet_length(hash) = 32);
ALTER TABLE address
  ADD CONSTRAINT address_pincode CHECK (pincode ~ '^[1-9][0-9]{5}$'),
  ADD CONSTRAINT address_country CHECK (country ~ '^[A-Z]{2}$');
CREATE UNIQUE INDEX address_one_default ON address (account_id) WHERE is_default;

-- Stores
ALTER TABLE store
  ADD CONSTRAINT store_status CHECK (status IN ('pending', 'approved', 'suspended')),
  ADD CONSTRAINT store_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT store_pincode CHECK (pincode ~ '^[1-9][0-9]{5}$'),
  ADD CONSTRAINT store_approved CHECK (status <> 'approved' OR approved_at IS NOT NULL);
ALTER TABLE store_member ADD CONSTRAINT store_member_role CHECK (role IN ('owner', 'manager', 'orders', 'catalogue'));
CREATE UNIQUE INDEX store_one_owner ON store_member (store_id) WHERE role = 'owner';
ALTER TABLE platform_app ADD CONSTRAINT platform_app_colour CHECK (accent_color ~ '^#[0-9a-f]{6}$');

-- Catalogue
ALTER TABLE category
  ADD CONSTRAINT category_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND slug <> 'root'),
  ADD CONSTRAINT category_depth CHECK (depth >= 0 AND (depth = 0) = (parent_id IS NULL));
ALTER TABLE brand ADD CONSTRAINT brand_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$');
ALTER TABLE product
  ADD CONSTRAINT product_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT product_type CHECK (type IN ('simple', 'variable', 'bundle')),
  ADD CONSTRAINT product_status CHECK (status IN ('draft', 'active', 'archived')),
  ADD CONSTRAINT product_gst CHECK (gst_percent BETWEEN 0 AND 40),
  ADD CONSTRAINT product_rating CHECK (rating_average BETWEEN 0 AND 5 AND rating_count >= 0),
  ADD CONSTRAINT product_popularity CHECK (popularity >= 0),
  ADD CONSTRAINT product_published CHECK (status <> 'active' OR published_at IS NOT NULL);
ALTER TABLE product_image ADD CONSTRAINT product_image_size CHECK (width > 0 AND height > 0);
ALTER TABLE product_variant
  ADD CONSTRAINT product_variant_paise CHECK (price >= 0 AND mrp >= price),
  ADD CONSTRAINT product_variant_stock CHECK (stock >= 0);
ALTER TABLE bundle_item ADD CONSTRAINT bundle_item_quantity CHECK (quantity > 0);

-- Orders: the parts of a sum are checked where they stand in one row
ALTER TABLE customer_order
  ADD CONSTRAINT customer_order_number CHECK (number ~ '^HT-[0-9]{4}-[0-9]{6,}$'),
  ADD CONSTRAINT customer_order_status CHECK (status IN ('pending', 'confirmed', 'packed', 'shipped', 'delivered', 'cancelled')),
  ADD CONSTRAINT customer_order_payment CHECK (payment_status IN ('pending', 'paid', 'partially_refunded', 'refunded', 'failed')),
  ADD CONSTRAINT customer_order_paise CHECK (subtotal >= 0 AND shipping_total >= 0 AND discount_total >= 0 AND tax_total >= 0
                                             AND total = subtotal + shipping_total - discount_total AND total >= 0),
  ADD CONSTRAINT customer_order_items CHECK (item_count > 0);
ALTER TABLE delivery_address ADD CONSTRAINT delivery_address_pincode CHECK (pincode ~ '^[1-9][0-9]{5}$');
ALTER TABLE seller_order
  ADD CONSTRAINT seller_order_number CHECK (number ~ '^HT-[0-9]{4}-[0-9]{6,}-[0-9]+$'),
  ADD CONSTRAINT seller_order_status CHECK (status IN ('pending', 'confirmed', 'packed', 'shipped', 'delivered', 'cancelled')),
  ADD CONSTRAINT seller_order_payment CHECK (payment_status IN ('pending', 'paid', 'partially_refunded', 'refunded', 'failed')),
  ADD CONSTRAINT seller_order_paise CHECK (subtotal >= 0 AND shipping_total >= 0 AND tax_total >= 0 AND total = subtotal + shipping_total),
  ADD CONSTRAINT seller_order_shipped CHECK (status NOT IN ('shipped', 'delivered') OR shipped_at IS NOT NULL),
  ADD CONSTRAINT seller_order_delivered CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
  ADD CONSTRAINT seller_order_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));
ALTER TABLE order_item
  ADD CONSTRAINT order_item_quantity CHECK (quantity > 0),
  ADD CONSTRAINT order_item_paise CHECK (unit_price >= 0 AND mrp >= unit_price AND total = unit_price * quantity AND tax BETWEEN 0 AND total);
ALTER TABLE shipment
  ADD CONSTRAINT shipment_courier CHECK (char_length(courier_name) BETWEEN 1 AND 100),
  ADD CONSTRAINT shipment_awb CHECK (awb ~ '^[A-Za-z0-9-]{1,64}$'),
  ADD CONSTRAINT shipment_tracking CHECK (char_length(tracking_url) <= 500);
ALTER TABLE payment
  ADD CONSTRAINT payment_method CHECK (method IN ('upi', 'card', 'netbanking', 'wallet', 'cod')),
  ADD CONSTRAINT payment_status CHECK (status IN ('pending', 'paid', 'failed')),
  ADD CONSTRAINT payment_paise CHECK (amount >= 0),
  ADD CONSTRAINT payment_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL));
ALTER TABLE refund ADD CONSTRAINT refund_paise CHECK (amount > 0);

-- Credentials
ALTER TABLE api_key
  ADD CONSTRAINT api_key_mode CHECK (mode IN ('live', 'test')),
  ADD CONSTRAINT api_key_name CHECK (char_length(name) BETWEEN 1 AND 80),
  ADD CONSTRAINT api_key_scopes CHECK (cardinality(scopes) > 0 AND is_scope_set(scopes)
                                       AND NOT scopes && ARRAY['openid', 'profile', 'email']),
  ADD CONSTRAINT api_key_rate_limit CHECK (rate_limit BETWEEN 1 AND 100000);
ALTER TABLE api_key_secret
  ADD CONSTRAINT api_key_secret_hash CHECK (octet_length(hash) = 32),
  ADD CONSTRAINT api_key_secret_last_four CHECK (char_length(last_four) = 4);
CREATE UNIQUE INDEX api_key_one_current_secret ON api_key_secret (key_id) WHERE expires_at IS NULL;

-- OAuth
ALTER TABLE oauth_app ADD CONSTRAINT oauth_app_type CHECK (type IN ('public', 'confidential'));
ALTER TABLE oauth_app_version
  ADD CONSTRAINT oauth_app_version_status CHECK (status IN ('draft', 'in_review', 'changes_requested', 'approved')),
  ADD CONSTRAINT oauth_app_version_scopes CHECK (is_scope_set(required_scopes) AND is_scope_set(optional_scopes)
                                                 AND NOT required_scopes && optional_scopes),
  ADD CONSTRAINT oauth_app_version_redirects CHECK (cardinality(redirect_uris) <= 20);
CREATE UNIQUE INDEX oauth_app_one_open_version ON oauth_app_version (app_id) WHERE status <> 'approved';
ALTER TABLE oauth_app_review ADD CONSTRAINT oauth_app_review_decision CHECK (decision IN ('approved', 'changes_requested', 'suspended', 'reinstated'));
ALTER TABLE oauth_app_secret ADD CONSTRAINT oauth_app_secret_hash CHECK (octet_length(hash) = 32);
ALTER TABLE oauth_grant ADD CONSTRAINT oauth_grant_scopes CHECK (cardinality(scopes) > 0 AND is_scope_set(scopes));
CREATE UNIQUE INDEX oauth_one_live_grant ON oauth_grant (account_id, app_id) WHERE revoked_at IS NULL;
ALTER TABLE oauth_code ADD CONSTRAINT oauth_code_hash CHECK (octet_length(hash) = 32), ADD CONSTRAINT oauth_code_scopes CHECK (is_scope_set(scopes));
ALTER TABLE oauth_access_token ADD CONSTRAINT oauth_access_token_hash CHECK (octet_length(hash) = 32), ADD CONSTRAINT oauth_access_token_scopes CHECK (is_scope_set(scopes));
ALTER TABLE oauth_refresh_token ADD CONSTRAINT oauth_refresh_token_hash CHECK (octet_length(hash) = 32), ADD CONSTRAINT oauth_refresh_token_scopes CHECK (is_scope_set(scopes));

-- Webhooks
ALTER TABLE webhook_endpoint
  ADD CONSTRAINT webhook_endpoint_status CHECK (status IN ('enabled', 'paused', 'disabled')),
  ADD CONSTRAINT webhook_endpoint_events CHECK (cardinality(events) > 0 AND events <@ ARRAY['order.created', 'order.refunded', 'seller.order.updated']);
ALTER TABLE webhook_event
  ADD CONSTRAINT webhook_event_type CHECK (type IN ('order.created', 'order.refunded', 'seller.order.updated', 'ping')),
  ADD CONSTRAINT webhook_event_audience CHECK (num_nonnulls(account_id, store_id) = 1);
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_status CHECK (status IN ('pending', 'delivered', 'failed'));
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_trigger CHECK (trigger IN ('schedule', 'redelivery', 'test'));

-- What happened
ALTER TABLE request_log ADD CONSTRAINT request_log_status CHECK (status BETWEEN 100 AND 599);
ALTER TABLE request_log ADD CONSTRAINT request_log_credential CHECK (credential_kind IN ('api_key', 'oauth'));
ALTER TABLE api_usage ADD CONSTRAINT api_usage_credential CHECK (credential_kind IN ('api_key', 'oauth'));
ALTER TABLE api_usage ADD CONSTRAINT api_usage_requests CHECK (requests > 0);
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_actor CHECK (actor_kind IN ('session', 'api_key', 'oauth', 'system'));
ALTER TABLE idempotency_key
  ADD CONSTRAINT idempotency_key_length CHECK (char_length(key) BETWEEN 1 AND 255),
  ADD CONSTRAINT idempotency_key_fingerprint CHECK (octet_length(fingerprint) = 32);
