-- A world is a marketplace: the live one, the catalogue that all sandboxes share, or the sandbox of an account. Every row of a
-- marketplace names its world, and foreign keys include it, so that no row can refer to one of another world.

CREATE SEQUENCE world_ordinal AS integer;
CREATE TABLE world (
  id uuid NOT NULL PRIMARY KEY,
  kind text NOT NULL DEFAULT 'sandbox',
  account_id uuid UNIQUE REFERENCES account (id) ON UPDATE CASCADE ON DELETE CASCADE,
  -- Part of the ids and numbers of a sandbox's rows.
  ordinal integer UNIQUE DEFAULT nextval('world_ordinal'),
  -- When a sandbox's time begins, and what its clock shows.
  epoch timestamptz(3),
  clock timestamptz(3),
  order_count integer NOT NULL DEFAULT 0,
  item_count integer NOT NULL DEFAULT 0,
  -- Of the shared catalogue, to write it again when a new version brings another.
  content_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT world_kind CHECK (kind IN ('live', 'fixtures', 'sandbox')),
  CONSTRAINT world_account CHECK ((kind = 'sandbox') = (account_id IS NOT NULL)),
  CONSTRAINT world_sandbox CHECK (num_nulls(ordinal, epoch, clock) = CASE kind WHEN 'sandbox' THEN 0 ELSE 3 END),
  CONSTRAINT world_known CHECK ((kind = 'live') = (id = '00000000-0000-7000-8000-000000000001')
    AND (kind = 'fixtures') = (id = '00000000-0000-7000-8000-000000000002'))
);
INSERT INTO world (id, kind, ordinal) VALUES
  ('00000000-0000-7000-8000-000000000001', 'live', NULL), ('00000000-0000-7000-8000-000000000002', 'fixtures', NULL);

-- The live world is the default for the rows of imports, and of processes of the version before.
ALTER TABLE store ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE store_member ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE store_invitation ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE category ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE brand ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
-- catalogue_world_id is the world that a row takes its category and brand, its store or its variant from.
ALTER TABLE product ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001',
  ADD COLUMN catalogue_world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE product_image ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE product_variant ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE product_option ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE product_option_value ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE variant_option_value ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE bundle_item ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE listing ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE product_detail ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE search_word ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE customer_order ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE delivery_address ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE seller_order ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001',
  ADD COLUMN catalogue_world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE order_item ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001',
  ADD COLUMN catalogue_world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE shipment ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE payment ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';
ALTER TABLE refund ADD COLUMN world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001';

-- Keys ----------------------------------------------------------------------------------------------------------------------

ALTER TABLE store_member DROP CONSTRAINT store_member_store_id_fkey;
ALTER TABLE store_invitation DROP CONSTRAINT store_invitation_store_id_fkey;
ALTER TABLE category DROP CONSTRAINT category_parent_id_fkey;
ALTER TABLE product DROP CONSTRAINT product_store_id_fkey, DROP CONSTRAINT product_category_id_fkey, DROP CONSTRAINT product_brand_id_fkey;
ALTER TABLE product_image DROP CONSTRAINT product_image_product_id_fkey;
ALTER TABLE product_variant DROP CONSTRAINT product_variant_product_id_fkey, DROP CONSTRAINT product_variant_image_id_fkey;
ALTER TABLE product_option DROP CONSTRAINT product_option_product_id_fkey;
ALTER TABLE product_option_value DROP CONSTRAINT product_option_value_option_id_fkey;
ALTER TABLE variant_option_value DROP CONSTRAINT variant_option_value_variant_id_fkey, DROP CONSTRAINT variant_option_value_option_value_id_fkey;
ALTER TABLE bundle_item DROP CONSTRAINT bundle_item_product_id_fkey, DROP CONSTRAINT bundle_item_variant_id_fkey;
ALTER TABLE listing DROP CONSTRAINT listing_product_id_fkey;
ALTER TABLE product_detail DROP CONSTRAINT product_detail_product_id_fkey;
ALTER TABLE delivery_address DROP CONSTRAINT delivery_address_order_id_fkey;
ALTER TABLE seller_order DROP CONSTRAINT seller_order_order_id_fkey, DROP CONSTRAINT seller_order_store_id_fkey;
ALTER TABLE order_item DROP CONSTRAINT order_item_order_id_fkey, DROP CONSTRAINT order_item_seller_order_id_fkey, DROP CONSTRAINT order_item_variant_id_fkey;
ALTER TABLE shipment DROP CONSTRAINT shipment_seller_order_id_fkey;
ALTER TABLE payment DROP CONSTRAINT payment_order_id_fkey;
ALTER TABLE refund DROP CONSTRAINT refund_order_id_fkey, DROP CONSTRAINT refund_seller_order_id_fkey, DROP CONSTRAINT refund_payment_id_fkey;

-- Ids come first: what looks for one without its world uses the same index.
ALTER TABLE store ADD CONSTRAINT store_id_world_id_key UNIQUE (id, world_id);
ALTER TABLE category ADD CONSTRAINT category_id_world_id_key UNIQUE (id, world_id);
ALTER TABLE brand ADD CONSTRAINT brand_id_world_id_key UNIQUE (id, world_id);
ALTER TABLE product DROP CONSTRAINT product_pkey, ADD CONSTRAINT product_pkey PRIMARY KEY (id, world_id);
ALTER TABLE product_image DROP CONSTRAINT product_image_pkey, ADD CONSTRAINT product_image_pkey PRIMARY KEY (id, world_id);
ALTER TABLE product_variant DROP CONSTRAINT product_variant_pkey, ADD CONSTRAINT product_variant_pkey PRIMARY KEY (id, world_id);
ALTER TABLE product_option DROP CONSTRAINT product_option_pkey, ADD CONSTRAINT product_option_pkey PRIMARY KEY (id, world_id);
ALTER TABLE product_option_value DROP CONSTRAINT product_option_value_pkey, ADD CONSTRAINT product_option_value_pkey PRIMARY KEY (id, world_id);
ALTER TABLE customer_order DROP CONSTRAINT customer_order_pkey, ADD CONSTRAINT customer_order_pkey PRIMARY KEY (id, world_id);
ALTER TABLE seller_order DROP CONSTRAINT seller_order_pkey, ADD CONSTRAINT seller_order_pkey PRIMARY KEY (id, world_id);
ALTER TABLE order_item DROP CONSTRAINT order_item_pkey, ADD CONSTRAINT order_item_pkey PRIMARY KEY (id, world_id);
ALTER TABLE payment DROP CONSTRAINT payment_pkey, ADD CONSTRAINT payment_pkey PRIMARY KEY (id, world_id);
ALTER TABLE search_word DROP CONSTRAINT search_word_pkey, ADD CONSTRAINT search_word_pkey PRIMARY KEY (word, world_id);

DROP INDEX IF EXISTS store_slug_key, category_slug_key, brand_slug_key, product_slug_key, product_variant_sku_key, customer_order_number_key,
  seller_order_number_key;
CREATE UNIQUE INDEX store_slug_world_id_key ON store (slug, world_id);
CREATE UNIQUE INDEX category_slug_world_id_key ON category (slug, world_id);
CREATE UNIQUE INDEX brand_slug_world_id_key ON brand (slug, world_id);
CREATE UNIQUE INDEX product_slug_world_id_key ON product (slug, world_id);
CREATE UNIQUE INDEX product_variant_sku_world_id_key ON product_variant (sku, world_id);
CREATE UNIQUE INDEX customer_order_number_world_id_key ON customer_order (number, world_id);
CREATE UNIQUE INDEX seller_order_number_world_id_key ON seller_order (number, world_id);

-- The orders of a sandbox.
CREATE INDEX customer_order_sandbox ON customer_order (world_id, placed_at DESC, id DESC) WHERE NOT livemode;
CREATE INDEX seller_order_sandbox ON seller_order (world_id, store_id, placed_at DESC, id DESC) WHERE NOT livemode;

-- Validated by a migration of its own, which locks nobody out.
ALTER TABLE store ADD CONSTRAINT store_world_id_fkey FOREIGN KEY (world_id) REFERENCES world (id) NOT VALID;
ALTER TABLE category ADD CONSTRAINT category_world_id_fkey FOREIGN KEY (world_id) REFERENCES world (id) NOT VALID,
  ADD CONSTRAINT category_parent_id_fkey FOREIGN KEY (parent_id, world_id) REFERENCES category (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID;
ALTER TABLE brand ADD CONSTRAINT brand_world_id_fkey FOREIGN KEY (world_id) REFERENCES world (id) NOT VALID;
ALTER TABLE search_word ADD CONSTRAINT search_word_world_id_fkey FOREIGN KEY (world_id) REFERENCES world (id) NOT VALID;
ALTER TABLE store_member ADD CONSTRAINT store_member_world CHECK (world_id = '00000000-0000-7000-8000-000000000001') NOT VALID,
  ADD CONSTRAINT store_member_store_id_fkey FOREIGN KEY (store_id, world_id) REFERENCES store (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE store_invitation ADD CONSTRAINT store_invitation_world CHECK (world_id = '00000000-0000-7000-8000-000000000001') NOT VALID,
  ADD CONSTRAINT store_invitation_store_id_fkey FOREIGN KEY (store_id, world_id) REFERENCES store (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE product
  ADD CONSTRAINT product_catalogue_world CHECK (catalogue_world_id = CASE world_id WHEN '00000000-0000-7000-8000-000000000001' THEN world_id
    ELSE '00000000-0000-7000-8000-000000000002' END) NOT VALID,
  ADD CONSTRAINT product_store_id_fkey FOREIGN KEY (store_id, world_id) REFERENCES store (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID,
  ADD CONSTRAINT product_category_id_fkey FOREIGN KEY (category_id, catalogue_world_id) REFERENCES category (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID,
  ADD CONSTRAINT product_brand_id_fkey FOREIGN KEY (brand_id, catalogue_world_id) REFERENCES brand (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID;
ALTER TABLE product_image
  ADD CONSTRAINT product_image_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE product_variant
  ADD CONSTRAINT product_variant_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT product_variant_image_id_fkey FOREIGN KEY (image_id, world_id) REFERENCES product_image (id, world_id) ON UPDATE CASCADE ON DELETE SET NULL (image_id) NOT VALID;
ALTER TABLE product_option
  ADD CONSTRAINT product_option_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE product_option_value
  ADD CONSTRAINT product_option_value_option_id_fkey FOREIGN KEY (option_id, world_id) REFERENCES product_option (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE variant_option_value
  ADD CONSTRAINT variant_option_value_variant_id_fkey FOREIGN KEY (variant_id, world_id) REFERENCES product_variant (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT variant_option_value_option_value_id_fkey FOREIGN KEY (option_value_id, world_id) REFERENCES product_option_value (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE bundle_item
  ADD CONSTRAINT bundle_item_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT bundle_item_variant_id_fkey FOREIGN KEY (variant_id, world_id) REFERENCES product_variant (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID;
CREATE TABLE sandbox_listing (LIKE listing INCLUDING GENERATED,
  PRIMARY KEY (product_id, world_id),
  CONSTRAINT sandbox_listing_world CHECK (world_id <> '00000000-0000-7000-8000-000000000001'),
  CONSTRAINT sandbox_listing_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE INDEX sandbox_listing_world_id ON sandbox_listing (world_id, popularity DESC, product_id);
CREATE UNIQUE INDEX sandbox_listing_slug_world_id_key ON sandbox_listing (slug, world_id);
ALTER TABLE listing ADD CONSTRAINT listing_world CHECK (world_id = '00000000-0000-7000-8000-000000000001') NOT VALID,
  ADD CONSTRAINT listing_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE product_detail
  ADD CONSTRAINT product_detail_product_id_fkey FOREIGN KEY (product_id, world_id) REFERENCES product (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
-- An order of a sandbox may be of an invented buyer, who has no account.
ALTER TABLE customer_order ALTER COLUMN account_id DROP NOT NULL,
  ADD CONSTRAINT customer_order_world_id_fkey FOREIGN KEY (world_id) REFERENCES world (id) NOT VALID,
  ADD CONSTRAINT customer_order_buyer CHECK (account_id IS NOT NULL OR world_id <> '00000000-0000-7000-8000-000000000001') NOT VALID;
ALTER TABLE delivery_address
  ADD CONSTRAINT delivery_address_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE seller_order
  ADD CONSTRAINT seller_order_catalogue_world CHECK (catalogue_world_id = world_id
    OR (catalogue_world_id = '00000000-0000-7000-8000-000000000002' AND world_id <> '00000000-0000-7000-8000-000000000001')) NOT VALID,
  ADD CONSTRAINT seller_order_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID,
  ADD CONSTRAINT seller_order_store_id_fkey FOREIGN KEY (store_id, catalogue_world_id) REFERENCES store (id, world_id) ON UPDATE CASCADE ON DELETE RESTRICT NOT VALID;
ALTER TABLE order_item
  ADD CONSTRAINT order_item_catalogue_world CHECK (catalogue_world_id = world_id OR (catalogue_world_id = '00000000-0000-7000-8000-000000000002'
    AND world_id <> '00000000-0000-7000-8000-000000000001')) NOT VALID,
  ADD CONSTRAINT order_item_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT order_item_seller_order_id_fkey FOREIGN KEY (seller_order_id, world_id) REFERENCES seller_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT order_item_variant_id_fkey FOREIGN KEY (variant_id, catalogue_world_id) REFERENCES product_variant (id, world_id) ON UPDATE CASCADE ON DELETE SET NULL (variant_id) NOT VALID;
ALTER TABLE shipment
  ADD CONSTRAINT shipment_seller_order_id_fkey FOREIGN KEY (seller_order_id, world_id) REFERENCES seller_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE payment
  ADD CONSTRAINT payment_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE refund
  ADD CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT refund_seller_order_id_fkey FOREIGN KEY (seller_order_id, world_id) REFERENCES seller_order (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID,
  ADD CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id, world_id) REFERENCES payment (id, world_id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;

-- The read models ---------------------------------------------------------------------------------------------------------------

CREATE OR REPLACE VIEW listing_source AS
SELECT p.id AS product_id,
       p.slug,
       p.store_id,
       coalesce(c.path, '{}') AS category_ids,
       v.price,
       discount_percent(v.price, v.mrp) AS discount_percent,
       v.stock > 0 AS in_stock,
       p.rating_average,
       p.rating_count,
       p.popularity,
       p.published_at,
       setweight(to_tsvector('english', fold_name(CASE WHEN starts_with(p.name, b.name || ' ') THEN substr(p.name, char_length(b.name) + 2) ELSE p.name END)), 'A')
         || setweight(coalesce(c.words, ''), 'B')
         || CASE WHEN p.names = '{}' THEN '' ELSE setweight(to_tsvector('english', fold_name(all_names('', p.names))), 'B') END
         || setweight(to_tsvector('english', fold_name(coalesce(b.name, ''))) || above.words, 'C')
         || setweight(to_tsvector('english', fold(concat_ws(' ', p.short_description, p.description))), 'D') AS search,
       concat_ws(' ', all_names(p.name, p.names), b.name) AS vocabulary,
       (SELECT row_to_json(fields) FROM (SELECT
          p.id, p.slug, p.name, p.type, p.short_description,
          'INR' AS currency, v.price, v.mrp, discount_percent(v.price, v.mrp) AS discount_percent,
          v.stock > 0 AS in_stock,
          (SELECT row_to_json(r) FROM (SELECT p.rating_average AS average, p.rating_count AS count) r) AS rating,
          CASE WHEN c.id IS NOT NULL THEN (SELECT row_to_json(r) FROM (SELECT c.id, c.slug, c.name) r) END AS category,
          CASE WHEN b.id IS NOT NULL THEN (SELECT row_to_json(r) FROM (SELECT b.slug, b.name) r) END AS brand,
          (SELECT row_to_json(r) FROM (SELECT s.slug AS store, s.name, s.is_official) r) AS seller,
          coalesce(i.path, '/media/products/none.svg') AS image,
          '/products/' || p.slug AS url,
          iso_utc(p.published_at) AS published_at) fields) AS card,
       p.world_id
FROM product p
JOIN store s ON s.id = p.store_id AND s.status = 'approved'
JOIN LATERAL (SELECT price, mrp, stock FROM product_variant WHERE product_id = p.id
              ORDER BY (stock > 0) DESC, price, position LIMIT 1) v ON true
LEFT JOIN category c ON c.id = p.category_id
LEFT JOIN brand b ON b.id = p.brand_id
LEFT JOIN LATERAL (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1) i ON true
CROSS JOIN LATERAL (SELECT concatenated(a.words ORDER BY a.depth) AS words FROM category a WHERE a.id = ANY (c.path) AND a.id <> c.id) above
WHERE p.status = 'active'
  AND NOT EXISTS (SELECT FROM category a WHERE a.id = ANY (c.path) AND NOT a.active);

-- All sandboxes have the same names, so they share a vocabulary.
CREATE OR REPLACE FUNCTION sandbox_listing_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH shown AS MATERIALIZED (SELECT * FROM listing_source WHERE product_id = ANY (ids) AND world_id <> '00000000-0000-7000-8000-000000000001'),
  gone AS (DELETE FROM sandbox_listing l WHERE l.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM shown s WHERE s.product_id = l.product_id)),
  words AS (
    INSERT INTO search_word (word, world_id) SELECT word, '00000000-0000-7000-8000-000000000002' FROM (
      SELECT DISTINCT word FROM (
        SELECT vocabulary FROM shown
        UNION SELECT all_names(name, names) FROM category WHERE id IN (SELECT unnest(category_ids) FROM shown)) texts, words_of(vocabulary) AS word
      WHERE char_length(word) BETWEEN 3 AND 40 AND word !~ '^\d+$') seen
    WHERE NOT EXISTS (SELECT FROM search_word w WHERE w.word = seen.word AND w.world_id = '00000000-0000-7000-8000-000000000002') ORDER BY word ON CONFLICT DO NOTHING)
  INSERT INTO sandbox_listing AS listing (product_id, world_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
                       popularity, published_at, search, card)
  SELECT product_id, world_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
         popularity, published_at, search, card::text::json
  FROM shown
  ON CONFLICT (world_id, product_id) DO UPDATE SET
    slug = excluded.slug, store_id = excluded.store_id, category_ids = excluded.category_ids, price = excluded.price,
    discount_percent = excluded.discount_percent, in_stock = excluded.in_stock, rating_average = excluded.rating_average,
    rating_count = excluded.rating_count, popularity = excluded.popularity, published_at = excluded.published_at,
    search = excluded.search, card = excluded.card
  WHERE (listing.card::text, listing.category_ids, listing.popularity, listing.search)
        IS DISTINCT FROM (excluded.card::text, excluded.category_ids, excluded.popularity, excluded.search);
END $$;

-- The sandboxes' listings are apart: those of the live catalogue have an index for every order of a long list.
CREATE OR REPLACE FUNCTION listing_refresh_locked(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  WITH shown AS MATERIALIZED (SELECT * FROM listing_source WHERE product_id = ANY (ids) AND world_id = '00000000-0000-7000-8000-000000000001'),
  gone AS (DELETE FROM listing l WHERE l.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM shown s WHERE s.product_id = l.product_id)),
  words AS (
    INSERT INTO search_word (word) SELECT word FROM (
      SELECT DISTINCT word FROM (
        SELECT vocabulary FROM shown
        UNION SELECT all_names(name, names) FROM category WHERE id IN (SELECT unnest(category_ids) FROM shown)) texts, words_of(vocabulary) AS word
      WHERE char_length(word) BETWEEN 3 AND 40 AND word !~ '^\d+$') seen
    WHERE NOT EXISTS (SELECT FROM search_word w WHERE w.word = seen.word AND w.world_id = '00000000-0000-7000-8000-000000000001') ORDER BY word ON CONFLICT DO NOTHING)
  INSERT INTO listing (product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
                       popularity, published_at, search, card)
  SELECT product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
         popularity, published_at, search, card::text::json
  FROM shown
  ON CONFLICT (product_id) DO UPDATE SET
    slug = excluded.slug, store_id = excluded.store_id, category_ids = excluded.category_ids, price = excluded.price,
    discount_percent = excluded.discount_percent, in_stock = excluded.in_stock, rating_average = excluded.rating_average,
    rating_count = excluded.rating_count, popularity = excluded.popularity, published_at = excluded.published_at,
    search = excluded.search, card = excluded.card
  WHERE (listing.card::text, listing.category_ids, listing.popularity, listing.search)
        IS DISTINCT FROM (excluded.card::text, excluded.category_ids, excluded.popularity, excluded.search);
  IF EXISTS (SELECT FROM product WHERE id = ANY (ids) AND world_id <> '00000000-0000-7000-8000-000000000001') THEN
    PERFORM sandbox_listing_refresh(ids);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION product_detail_write(ids integer[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  END IF;
  INSERT INTO product_detail AS d (product_id, world_id, parts)
  WITH asked AS MATERIALIZED (SELECT id, world_id, description FROM product WHERE id = ANY (ids)),
  choice AS MATERIALIZED (
    SELECT o.product_id, o.id AS option_id, o.name, o.position, v.id AS value_id, v.value, v.position AS value_position
    FROM asked CROSS JOIN LATERAL (SELECT * FROM product_option WHERE product_id = asked.id OFFSET 0) o
    LEFT JOIN LATERAL (SELECT * FROM product_option_value WHERE option_id = o.id OFFSET 0) v ON true),
  options AS (
    SELECT product_id, array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT name, "values") r) ORDER BY position, option_id)) AS options
    FROM (SELECT product_id, option_id, name, position,
            array_to_json(array_agg(value ORDER BY value_position, value_id) FILTER (WHERE value_id IS NOT NULL)) AS "values"
          FROM choice GROUP BY product_id, option_id, name, position) o
    GROUP BY product_id),
  chosen AS (
    SELECT c.product_id, x.variant_id,
      array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT c.name, c.value) r) ORDER BY c.position, c.option_id, c.value_position, c.value_id)) AS options
    FROM choice c CROSS JOIN LATERAL (SELECT variant_id FROM variant_option_value WHERE option_value_id = c.value_id OFFSET 0) x
    GROUP BY c.product_id, x.variant_id),
  variant AS MATERIALIZED (
    SELECT v.* FROM asked CROSS JOIN LATERAL (SELECT * FROM product_variant WHERE product_id = asked.id OFFSET 0) v),
  variants AS (
    SELECT v.product_id, array_to_json(array_agg((SELECT row_to_json(r) FROM (
        SELECT v.id, v.sku, v.name, coalesce(c.options, '[]') AS options, v.price, v.mrp, discount_percent(v.price, v.mrp) AS discount_percent,
          v.stock > 0 AS in_stock, v.image_id, v.position) r) ORDER BY v.position)) AS variants
    FROM variant v LEFT JOIN chosen c ON c.product_id = v.product_id AND c.variant_id = v.id GROUP BY v.product_id),
  pictured AS (SELECT product_id, image_id, array_to_json(array_agg(id ORDER BY position)) AS variant_ids FROM variant WHERE image_id IS NOT NULL GROUP BY product_id, image_id),
  images AS (
    SELECT i.product_id, array_to_json(array_agg((SELECT row_to_json(r) FROM (
        SELECT i.id, i.path, i.alt, i.position, i.width, i.height, coalesce(v.variant_ids, '[]') AS variant_ids) r) ORDER BY i.position)) AS images
    FROM asked CROSS JOIN LATERAL (SELECT * FROM product_image WHERE product_id = asked.id OFFSET 0) i
    LEFT JOIN pictured v ON v.product_id = i.product_id AND v.image_id = i.id GROUP BY i.product_id)
  SELECT p.id, p.world_id, (SELECT row_to_json(r) FROM (SELECT p.description, coalesce(o.options, '[]') AS options, coalesce(i.images, '[]') AS images,
    coalesce(v.variants, '[]') AS variants) r)
  FROM asked p LEFT JOIN options o ON o.product_id = p.id LEFT JOIN images i ON i.product_id = p.id LEFT JOIN variants v ON v.product_id = p.id
  ON CONFLICT (product_id) DO UPDATE SET parts = excluded.parts WHERE d.parts::text <> excluded.parts::text;
END $$;

CREATE OR REPLACE FUNCTION search_phrases(words text, vocabulary uuid) RETURNS TABLE(place integer, length integer, phrase text, lexeme text, known boolean, joined text, similar_sound text[], synonyms json) LANGUAGE sql STABLE STRICT AS $$
  WITH typed AS MATERIALIZED (SELECT word, place::int FROM searched_words(words) WITH ORDINALITY AS w (word, place)),
  phrases AS MATERIALIZED (
    SELECT place, 1 AS length, word AS phrase FROM typed
    UNION ALL SELECT a.place, 2, a.word || ' ' || b.word FROM typed a JOIN typed b ON b.place = a.place + 1
    UNION ALL SELECT a.place, 3, a.word || ' ' || b.word || ' ' || c.word FROM typed a JOIN typed b ON b.place = a.place + 1 JOIN typed c ON c.place = a.place + 2),
  heard AS MATERIALIZED (
    SELECT *, lexemes_of(phrase) AS lexeme, sounds_of(phrase) AS sounds FROM phrases)
  SELECT h.place, h.length, h.phrase, h.lexeme,
    h.length = 1 AND EXISTS (SELECT FROM search_word w WHERE w.world_id = vocabulary AND w.lexeme = h.lexeme),
    CASE WHEN h.length = 2 THEN (SELECT w.lexeme FROM search_word w WHERE w.world_id = vocabulary AND w.lexeme = lexemes_of(replace(h.phrase, ' ', '')) LIMIT 1) END,
    CASE WHEN h.length = 1 THEN ARRAY(SELECT DISTINCT w.lexeme FROM search_word w WHERE w.world_id = vocabulary AND w.sound = ANY (h.sounds) AND w.lexeme NOT IN ('', h.lexeme) ORDER BY w.lexeme LIMIT 8) ELSE '{}' END,
    (SELECT json_agg(json_build_object('kind', t.kind, 'means', t.means, 'exact', t.word = h.phrase OR (t.lexeme = h.lexeme AND t.lexeme <> '' AND (h.length > 1) = (t.word LIKE '% %'))))
     FROM (SELECT * FROM search_term WHERE sound = ANY (h.sounds)
           UNION SELECT * FROM search_term s WHERE s.lexeme = h.lexeme AND h.lexeme <> '' AND (h.length > 1) = (s.word LIKE '% %')) t)
  FROM heard h ORDER BY h.place, h.length
$$;

CREATE OR REPLACE FUNCTION search_guess(typed text, vocabulary uuid) RETURNS TABLE(kind text, word text, lexemes text[]) LANGUAGE plpgsql STABLE STRICT SET pg_trgm.similarity_threshold = '0.2' AS $$
DECLARE
  heard text[] := ARRAY(SELECT DISTINCT loose_sound(s) FROM unnest(sounds_of(typed)) s);
  spelt text := CASE WHEN typed ~ '[\u0900-\u097f]' THEN sound_of(translate(typed, E'\u0948ऐ', E'\u093eअ')) END;
  most integer := CASE WHEN char_length(typed) < 4 THEN 0 WHEN char_length(typed) < 8 THEN 1 ELSE 2 END;
BEGIN
  IF char_length(typed) NOT BETWEEN 2 AND 40 OR typed ~ '\d' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT 'sound', min(t.word), array_agg(DISTINCT m) FROM
    (SELECT w.word, ARRAY[w.lexeme] AS means FROM search_word w WHERE w.world_id = vocabulary AND w.loose = ANY (heard)
     UNION ALL SELECT t.word, t.means FROM search_term t WHERE t.loose = ANY (heard) AND t.kind IN ('same', 'means')) t, unnest(t.means) m
  WHERE m <> '' HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'beginning', min(t.word), array_agg(DISTINCT m) || ('''' || typed || ''':*') FROM
    (SELECT s.word, s.means FROM (
       SELECT w.word, ARRAY[w.lexeme] AS means FROM search_word w WHERE w.world_id = vocabulary AND w.word LIKE typed || '%'
       UNION ALL SELECT t.word, t.means FROM search_term t WHERE t.kind IN ('same', 'means') AND t.word LIKE typed || '%' AND char_length(typed) >= 3) s
     ORDER BY char_length(s.word), s.word LIMIT 12) t, unnest(t.means) m
  WHERE m <> '' HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'beginning', min(t.word), array_agg(DISTINCT t.lexeme) FROM
    (SELECT w.word, w.lexeme FROM search_word w WHERE w.world_id = vocabulary AND char_length(heard[1]) >= 4 AND w.loose LIKE heard[1] || '%' AND w.lexeme <> ''
     ORDER BY char_length(w.word), w.word LIMIT 12) t
  HAVING count(*) > 0;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT 'apart', l.word || ' ' || r.word, ARRAY[l.lexeme || ' & ' || r.lexeme]
  FROM generate_series(3, char_length(typed) - 3) AS cut
  JOIN search_word l ON l.word = left(typed, cut) AND l.world_id = vocabulary
  JOIN search_word r ON r.word = substr(typed, cut + 1) AND r.world_id = vocabulary
  WHERE l.lexeme <> '' AND r.lexeme <> '' ORDER BY abs(cut - char_length(typed) / 2.0) LIMIT 1;
  IF FOUND OR most = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT 'corrected', near.word, near.means FROM (
    SELECT w.word, ARRAY[w.lexeme] AS means, w.loose, CASE WHEN spelt IS NULL THEN w.word ELSE w.sound END AS letters
    FROM search_word w WHERE w.world_id = vocabulary AND w.word % coalesce(spelt, typed) AND w.lexeme <> ''
    UNION ALL SELECT t.word, t.means, t.loose, CASE WHEN spelt IS NULL THEN t.word ELSE t.sound END
    FROM search_term t WHERE t.word % coalesce(spelt, typed) AND t.kind IN ('same', 'means')) near
  CROSS JOIN LATERAL (SELECT levenshtein(near.letters, coalesce(spelt, typed)) AS wrong) far
  CROSS JOIN LATERAL (SELECT CASE WHEN far.wrong = 2 AND char_length(near.word) = char_length(typed)
      AND ARRAY(SELECT regexp_split_to_table(near.word, '') AS c ORDER BY c) = ARRAY(SELECT regexp_split_to_table(typed, '') AS c ORDER BY c)
    THEN 1 ELSE far.wrong END AS mistakes) m
  WHERE m.mistakes <= most AND char_length(near.letters) >= 4 AND left(near.loose, 1) = left(heard[1], 1)
  ORDER BY m.mistakes, similarity(near.word, coalesce(spelt, typed)) DESC, near.word LIMIT 1;
END $$;

CREATE OR REPLACE FUNCTION sound_query(typed text, vocabulary uuid) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg('(' || meant || ')', ' & ')::tsquery FROM (
    SELECT (SELECT string_agg(lexeme, ' | ') FROM (
      SELECT w.lexeme FROM search_word w WHERE w.world_id = vocabulary AND w.sound = ANY (heard.sounds) AND w.lexeme <> ''
      UNION SELECT '(' || m || ')' FROM search_term t, unnest(t.means) m
      WHERE t.sound = ANY (heard.sounds) AND t.kind IN ('same', 'means') AND m <> '') found) AS meant
    FROM (SELECT sounds_of(each) AS sounds FROM searched_words(typed) AS each) heard) words
  HAVING bool_and(meant IS NOT NULL)
$$;
