-- What a product's page shows beyond its card: description, options, images and variants, ready as JSON. Each product has a row,
-- shown or not, so that a store that is suspended or a category that is hidden changes none: whoever reads one goes by its listing.

-- Until all of them have theirs nothing of them is changed; it can be read.
LOCK TABLE product, product_image, product_option, product_option_value, product_variant, variant_option_value IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE "product_detail" (
    "product_id" INTEGER NOT NULL,
    "parts" JSON NOT NULL,

    CONSTRAINT "product_detail_pkey" PRIMARY KEY ("product_id")
);
ALTER TABLE "product_detail" ADD CONSTRAINT "product_detail_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- In the row itself, unless it is larger than a page.
ALTER TABLE product_detail ALTER parts SET STORAGE MAIN;

-- One pass over each table for all products that are asked for. For a few it is planned once; many are worth a plan of their own, and the
-- tables may have grown since the last. OFFSET 0 has each table looked up by its index: of one that an import fills the planner knows too
-- little, and would read it whole for every batch.
CREATE FUNCTION product_detail_write(ids integer[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  END IF;
  INSERT INTO product_detail AS d (product_id, parts)
  WITH asked AS MATERIALIZED (SELECT id, description FROM product WHERE id = ANY (ids)),
  choice AS MATERIALIZED (
    SELECT o.product_id, o.id AS option_id, o.name, o.position, v.id AS value_id, v.value, v.position AS value_position
    FROM asked CROSS JOIN LATERAL (SELECT * FROM product_option WHERE product_id = asked.id OFFSET 0) o
    LEFT JOIN LATERAL (SELECT * FROM product_option_value WHERE option_id = o.id OFFSET 0) v ON true),
  options AS (
    SELECT product_id, json_agg(json_build_object('name', name, 'values', "values") ORDER BY position, option_id) AS options
    FROM (SELECT product_id, option_id, name, position, json_agg(value ORDER BY value_position, value_id) FILTER (WHERE value_id IS NOT NULL) AS "values"
          FROM choice GROUP BY product_id, option_id, name, position) o
    GROUP BY product_id),
  chosen AS (
    SELECT c.product_id, x.variant_id,
      json_agg(json_build_object('name', c.name, 'value', c.value) ORDER BY c.position, c.option_id, c.value_position, c.value_id) AS options
    FROM choice c CROSS JOIN LATERAL (SELECT variant_id FROM variant_option_value WHERE option_value_id = c.value_id OFFSET 0) x
    GROUP BY c.product_id, x.variant_id),
  variant AS MATERIALIZED (
    SELECT v.* FROM asked CROSS JOIN LATERAL (SELECT * FROM product_variant WHERE product_id = asked.id OFFSET 0) v),
  variants AS (
    SELECT v.product_id, json_agg(json_build_object('id', v.id, 'sku', v.sku, 'name', v.name, 'price', v.price, 'mrp', v.mrp,
        'discount_percent', discount_percent(v.price, v.mrp), 'in_stock', v.stock > 0, 'image_id', v.image_id, 'position', v.position,
        'options', coalesce(c.options, '[]')) ORDER BY v.position) AS variants
    FROM variant v LEFT JOIN chosen c ON c.product_id = v.product_id AND c.variant_id = v.id GROUP BY v.product_id),
  pictured AS (SELECT product_id, image_id, json_agg(id ORDER BY position) AS variant_ids FROM variant WHERE image_id IS NOT NULL GROUP BY product_id, image_id),
  images AS (
    SELECT i.product_id, json_agg(json_build_object('id', i.id, 'path', i.path, 'alt', i.alt, 'position', i.position, 'width', i.width,
        'height', i.height, 'variant_ids', coalesce(v.variant_ids, '[]')) ORDER BY i.position) AS images
    FROM asked CROSS JOIN LATERAL (SELECT * FROM product_image WHERE product_id = asked.id OFFSET 0) i
    LEFT JOIN pictured v ON v.product_id = i.product_id AND v.image_id = i.id GROUP BY i.product_id)
  SELECT p.id, json_build_object('description', p.description, 'options', coalesce(o.options, '[]'), 'images', coalesce(i.images, '[]'),
    'variants', coalesce(v.variants, '[]'))
  FROM asked p LEFT JOIN options o ON o.product_id = p.id LEFT JOIN images i ON i.product_id = p.id LEFT JOIN variants v ON v.product_id = p.id
  ON CONFLICT (product_id) DO UPDATE SET parts = excluded.parts WHERE d.parts::text <> excluded.parts::text;
END $$;

-- As listing_refresh has it: nothing during a bulk load, and the products locked before they are looked at, in one order.
CREATE FUNCTION product_detail_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 0 AND current_setting('haat.bulk', true) IS DISTINCT FROM 'on' THEN
    PERFORM FROM product WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    PERFORM product_detail_write(ids);
  END IF;
END $$;

-- The card and the detail.
ALTER FUNCTION listing_refresh(integer[]) RENAME TO listing_refresh_card;
CREATE FUNCTION listing_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 0 AND current_setting('haat.bulk', true) IS DISTINCT FROM 'on' THEN
    PERFORM listing_refresh_card(ids);
    PERFORM product_detail_write(ids);
  END IF;
END $$;

-- What changes a detail ----------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION listing_store_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh_card((
    SELECT array_agg(p.id ORDER BY p.id) FROM product p JOIN changed n ON n.id = p.store_id JOIN was o ON o.id = n.id
    WHERE (n.slug, n.name, n.status, n.is_official) IS DISTINCT FROM (o.slug, o.name, o.status, o.is_official)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listing_brand_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh_card((SELECT array_agg(p.id ORDER BY p.id) FROM product p JOIN changed n ON n.id = p.brand_id));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listing_category_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh_card((
    SELECT array_agg(DISTINCT p.id ORDER BY p.id) FROM product p JOIN category c ON c.id = p.category_id
    JOIN changed n ON n.id = ANY (c.path) JOIN was o ON o.id = n.id
    WHERE (n.slug, n.name, n.active, n.path) IS DISTINCT FROM (o.slug, o.name, o.active, o.path)));
  RETURN NULL;
END $$;

-- Of the product's own columns, only the description.
CREATE FUNCTION listing_product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh_card((SELECT array_agg(id ORDER BY id) FROM changed));
  PERFORM product_detail_refresh((SELECT array_agg(id ORDER BY id) FROM changed n JOIN was o USING (id) WHERE n.description <> o.description));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER listing_product_updated AFTER UPDATE ON product REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_product_updated();

-- Every order takes stock; only whether there is any is seen.
CREATE OR REPLACE FUNCTION listing_variant_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((
    SELECT array_agg(DISTINCT owner ORDER BY owner) FROM changed n JOIN was o USING (id) CROSS JOIN unnest(ARRAY[n.product_id, o.product_id]) AS owner
    WHERE (n.product_id, n.sku, n.name, n.price, n.mrp, n.position, n.image_id, n.stock > 0)
      IS DISTINCT FROM (o.product_id, o.sku, o.name, o.price, o.mrp, o.position, o.image_id, o.stock > 0)));
  RETURN NULL;
END $$;

CREATE FUNCTION listing_image_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM (TABLE was UNION ALL TABLE changed) images));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER listing_image_updated AFTER UPDATE ON product_image REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_image_updated();

CREATE FUNCTION detail_option_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM changed));
  RETURN NULL;
END $$;
CREATE FUNCTION detail_option_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM (TABLE was UNION ALL TABLE changed) options));
  RETURN NULL;
END $$;
CREATE TRIGGER detail_option_inserted AFTER INSERT ON product_option REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_option_changed();
CREATE TRIGGER detail_option_updated AFTER UPDATE ON product_option REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_option_updated();
CREATE TRIGGER detail_option_deleted AFTER DELETE ON product_option REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_option_changed();

CREATE FUNCTION detail_value_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((
    SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM product_option WHERE id IN (SELECT option_id FROM changed)));
  RETURN NULL;
END $$;
CREATE FUNCTION detail_value_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((
    SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM product_option
    WHERE id IN (SELECT option_id FROM was UNION ALL SELECT option_id FROM changed)));
  RETURN NULL;
END $$;
CREATE TRIGGER detail_value_inserted AFTER INSERT ON product_option_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_value_changed();
CREATE TRIGGER detail_value_updated AFTER UPDATE ON product_option_value REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_value_updated();
CREATE TRIGGER detail_value_deleted AFTER DELETE ON product_option_value REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_value_changed();

CREATE FUNCTION detail_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((
    SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM product_variant WHERE id IN (SELECT variant_id FROM changed)));
  RETURN NULL;
END $$;
CREATE FUNCTION detail_link_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_detail_refresh((
    SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM product_variant
    WHERE id IN (SELECT variant_id FROM was UNION ALL SELECT variant_id FROM changed)));
  RETURN NULL;
END $$;
CREATE TRIGGER detail_link_inserted AFTER INSERT ON variant_option_value REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_link_changed();
CREATE TRIGGER detail_link_updated AFTER UPDATE ON variant_option_value REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_link_updated();
CREATE TRIGGER detail_link_deleted AFTER DELETE ON variant_option_value REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION detail_link_changed();

-- What is there already.
DO $$
DECLARE ids integer[];
BEGIN
  FOR ids IN SELECT array_agg(id ORDER BY id) FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 10000 AS batch FROM product) p GROUP BY batch ORDER BY batch LOOP
    PERFORM product_detail_write(ids);
  END LOOP;
END $$;
ANALYZE product_detail;
