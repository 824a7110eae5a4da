// Merges a batch of product lines from import_line (line, record) into the catalogue. Each statement touches only rows
// that differ, so a file that repeats the present state changes nothing. import_touched collects the products whose
// listing must be refreshed.

import { LIVE_WORLD_SQL } from "../../domain/world"

/** The temporary tables of one import; they are dropped with its transaction. */
export const TABLES = `
  CREATE TEMP TABLE import_line (line int NOT NULL, kind text NOT NULL, record jsonb NOT NULL) ON COMMIT DROP;
  CREATE TEMP TABLE import_seen (kind text NOT NULL, id int NOT NULL, line int NOT NULL, PRIMARY KEY (kind, id)) ON COMMIT DROP;
  CREATE TEMP TABLE import_touched (product_id int NOT NULL) ON COMMIT DROP;
  CREATE TEMP TABLE import_product (
    line int NOT NULL, id int NOT NULL, fresh boolean NOT NULL, slug text NOT NULL, store text, store_id int, category text, category_id int,
    brand text, brand_id int, name text, names jsonb, type text, status text, short_description text, description text, gst_percent int,
    rating_average numeric(2,1), rating_count int, popularity int, published_at timestamptz(3),
    options jsonb, images jsonb, variants jsonb, bundle jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE import_variant (
    line int NOT NULL, place int NOT NULL, product_id int NOT NULL, fresh boolean NOT NULL, id int NOT NULL, sku text NOT NULL, name text NOT NULL,
    price int NOT NULL, mrp int NOT NULL, stock int, image int, position int NOT NULL, options jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE import_option (product_id int NOT NULL, fresh boolean NOT NULL, id int NOT NULL, name text NOT NULL, position int NOT NULL, "values" jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE import_value (product_id int NOT NULL, fresh boolean NOT NULL, option_id int NOT NULL, id int NOT NULL, name text NOT NULL, value text NOT NULL,
    position int NOT NULL) ON COMMIT DROP;
  CREATE TEMP TABLE import_link (product_id int NOT NULL, fresh boolean NOT NULL, variant_id int NOT NULL, value_id int NOT NULL) ON COMMIT DROP`

/** Truncated before each batch. */
export const BATCH_TABLES =
  "import_line, import_product, import_variant, import_option, import_value, import_link, import_touched"

export const STAGE_PRODUCTS = `
  INSERT INTO import_product
  SELECT l.line, coalesce(p.id, nextval('product_id_seq')::int), p.id IS NULL, r.slug, r.store, s.id, r.category, c.id, r.brand, b.id, r.name, coalesce(r.names, p.names, '{}'), r.type,
    coalesce(r.status, p.status, 'draft'), r.short_description, coalesce(r.description, p.description, ''), coalesce(r.gst_percent, p.gst_percent, 18),
    coalesce((r.rating->>'average')::numeric, p.rating_average, 0), coalesce((r.rating->>'count')::int, p.rating_count, 0),
    coalesce(r.popularity, p.popularity, 0),
    coalesce(r.published_at, p.published_at, CASE WHEN coalesce(r.status, p.status) = 'active' THEN now() END),
    r.options, r.images, r.variants, coalesce(r.bundle, '[]')
  FROM import_line l
  CROSS JOIN LATERAL jsonb_to_record(l.record) AS r (slug text, name text, names jsonb, store text, category text, brand text, type text, status text,
    short_description text, description text, gst_percent int, rating jsonb, popularity int, published_at timestamptz, options jsonb,
    images jsonb, variants jsonb, bundle jsonb)
  LEFT JOIN product p ON p.world_id = ${LIVE_WORLD_SQL} AND p.slug = r.slug
  LEFT JOIN store s ON s.world_id = ${LIVE_WORLD_SQL} AND s.slug = r.store
  LEFT JOIN category c ON c.world_id = ${LIVE_WORLD_SQL} AND c.slug = r.category
  LEFT JOIN brand b ON b.world_id = ${LIVE_WORLD_SQL} AND b.slug = r.brand
  WHERE l.kind = 'product'`

// The planner estimates a hundred rows for each function call and would scan the whole catalogue for a join. Hence one
// lookup for each existing part, and ids before the parts themselves.
export const STAGE_VARIANTS = `
  INSERT INTO import_variant
  SELECT t.line, v.place::int - 1, t.id, t.fresh,
    coalesce((SELECT o.id FROM product_variant o WHERE NOT t.fresh AND o.sku = r.sku AND o.product_id = t.id), nextval('product_variant_id_seq')::int),
    r.sku, r.name, r.price, r.mrp, r.stock, r.image, r.position, r.options
  FROM import_product t CROSS JOIN LATERAL jsonb_array_elements(t.variants) WITH ORDINALITY AS v (variant, place)
  CROSS JOIN LATERAL jsonb_to_record(v.variant) AS r (sku text, name text, price int, mrp int, stock int, image int, position int, options jsonb)`

export const STAGE_OPTIONS = [
  `INSERT INTO import_option
   SELECT t.id, t.fresh,
     coalesce((SELECT o.id FROM product_option o WHERE NOT t.fresh AND o.product_id = t.id AND o.name = r.name), nextval('product_option_id_seq')::int),
     r.name, r.position, r."values"
   FROM import_product t CROSS JOIN LATERAL jsonb_to_recordset(t.options) AS r (name text, position int, "values" jsonb)`,
  `INSERT INTO import_value
   SELECT o.product_id, o.fresh, o.id,
     coalesce((SELECT v.id FROM product_option_value v WHERE NOT o.fresh AND v.option_id = o.id AND v.value = r.value), nextval('product_option_value_id_seq')::int),
     o.name, r.value, r.position
   FROM import_option o CROSS JOIN LATERAL jsonb_to_recordset(o."values") AS r (value text, position int)`,
  `INSERT INTO import_link
   SELECT DISTINCT n.product_id, n.fresh, n.id, v.id FROM import_variant n CROSS JOIN LATERAL jsonb_to_recordset(n.options) AS r (name text, value text)
   JOIN import_value v ON v.product_id = n.product_id AND v.name = r.name AND v.value = r.value`,
]

/**
 * Checks that need the database: what a line names must exist, and its own names must be free. `refers` is the kind and
 * name that was not found.
 * Existing rows are looked up by index, row by row, because the planner has no good statistics for tables that this
 * transaction fills.
 */
export const PRODUCT_ERRORS_SQL = `
  SELECT line, 'store' AS field, 'there is no store ' || store AS message, 'store:' || store AS refers FROM import_product WHERE store_id IS NULL
  UNION ALL SELECT line, 'category', 'there is no category ' || category, 'category:' || category FROM import_product WHERE category IS NOT NULL AND category_id IS NULL
  UNION ALL SELECT line, 'brand', 'there is no brand ' || brand, 'brand:' || brand FROM import_product WHERE brand IS NOT NULL AND brand_id IS NULL
  UNION ALL SELECT line, 'slug', 'is on line ' || earlier || ' already', NULL
    FROM (SELECT t.line, (SELECT s.line FROM import_seen s WHERE s.kind = 'product' AND s.id = t.id) AS earlier FROM import_product t WHERE NOT t.fresh OFFSET 0) t
    WHERE earlier IS NOT NULL
  UNION ALL SELECT line, 'variants.' || place || '.sku', sku || ' is on line ' || first || ' already', NULL
    FROM (SELECT *, first_value(line) OVER (PARTITION BY sku ORDER BY line) AS first FROM import_variant) v WHERE line <> first
  UNION ALL SELECT line, 'variants.' || place || '.sku', sku || ' belongs to the product ' || (SELECT p.slug FROM product p WHERE p.id = owner), NULL
    FROM (SELECT v.*, (SELECT o.product_id FROM product_variant o WHERE o.sku = v.sku) AS owner FROM import_variant v OFFSET 0) v WHERE owner <> product_id
  UNION ALL SELECT t.line, 'bundle.' || b.place - 1 || '.sku', 'there is no variant ' || (b.item->>'sku'), 'sku:' || (b.item->>'sku')
    FROM import_product t CROSS JOIN LATERAL jsonb_array_elements(t.bundle) WITH ORDINALITY AS b (item, place)
    WHERE NOT EXISTS (SELECT FROM product_variant v WHERE v.sku = b.item->>'sku') AND NOT EXISTS (SELECT FROM import_variant v WHERE v.sku = b.item->>'sku')
  UNION ALL SELECT t.line, 'variants', 'lacks ' || v.sku || ', which is part of a bundle', NULL
    FROM import_product t JOIN product_variant v ON v.product_id = t.id
    WHERE NOT t.fresh AND NOT EXISTS (SELECT FROM import_variant n WHERE n.sku = v.sku)
      AND EXISTS (SELECT FROM bundle_item i WHERE i.variant_id = v.id AND i.product_id <> t.id)
  ORDER BY line`

export const RECORD_IMPORTED_SQL = "INSERT INTO import_seen SELECT 'product', id, line FROM import_product"

/** Merges the products that already exist, in this order: a later statement needs the rows of an earlier one. */
export const MERGE_KNOWN = [
  `WITH changed AS (
     UPDATE product p SET store_id = t.store_id, category_id = t.category_id, brand_id = t.brand_id, name = t.name, names = t.names, type = t.type, status = t.status,
       short_description = t.short_description, description = t.description, gst_percent = t.gst_percent, rating_average = t.rating_average,
       rating_count = t.rating_count, popularity = t.popularity, published_at = t.published_at
     FROM import_product t
     WHERE p.id = t.id AND NOT t.fresh
       AND (p.store_id, p.category_id, p.brand_id, p.name, p.names, p.type, p.status, p.short_description, p.description, p.gst_percent, p.rating_average,
            p.rating_count, p.popularity, p.published_at)
         IS DISTINCT FROM (t.store_id, t.category_id, t.brand_id, t.name, t.names, t.type, t.status, t.short_description, t.description, t.gst_percent,
            t.rating_average, t.rating_count, t.popularity, t.published_at)
     RETURNING p.id)
   INSERT INTO import_touched SELECT id FROM changed`,

  // Images are matched by position, so those that stay keep their ids.
  `WITH changed AS (
     DELETE FROM product_image i USING import_product t
     WHERE i.product_id = t.id AND NOT t.fresh AND NOT t.images @> jsonb_build_array(jsonb_build_object('position', i.position)) RETURNING i.product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     INSERT INTO product_image AS i (id, product_id, path, alt, position, width, height)
     SELECT coalesce((SELECT o.id FROM product_image o WHERE o.product_id = t.id AND o.position = r.position), nextval('product_image_id_seq')::int),
       t.id, r.path, r.alt, r.position, r.width, r.height
     FROM import_product t CROSS JOIN LATERAL jsonb_to_recordset(t.images) AS r (path text, alt text, position int, width int, height int)
     WHERE NOT t.fresh
     ON CONFLICT (product_id, position) DO UPDATE SET path = excluded.path, alt = excluded.alt, width = excluded.width, height = excluded.height
     WHERE (i.path, i.alt, i.width, i.height) IS DISTINCT FROM (excluded.path, excluded.alt, excluded.width, excluded.height)
     RETURNING product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,

  `WITH changed AS (
     DELETE FROM product_option o USING import_product t
     WHERE o.product_id = t.id AND NOT t.fresh AND NOT t.options @> jsonb_build_array(jsonb_build_object('name', o.name)) RETURNING o.product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     INSERT INTO product_option AS o (id, product_id, name, position) SELECT id, product_id, name, position FROM import_option WHERE NOT fresh
     ON CONFLICT (product_id, name) DO UPDATE SET position = excluded.position WHERE o.position <> excluded.position
     RETURNING product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     DELETE FROM product_option_value v USING import_option o
     WHERE v.option_id = o.id AND NOT o.fresh AND NOT EXISTS (SELECT FROM import_value w WHERE w.id = v.id) RETURNING o.product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     INSERT INTO product_option_value AS v (id, option_id, value, position) SELECT id, option_id, value, position FROM import_value WHERE NOT fresh
     ON CONFLICT (option_id, value) DO UPDATE SET position = excluded.position WHERE v.position <> excluded.position
     RETURNING id)
   INSERT INTO import_touched SELECT DISTINCT w.product_id FROM changed c JOIN import_value w USING (id)`,

  `WITH changed AS (
     DELETE FROM product_variant v USING import_product t
     WHERE v.product_id = t.id AND NOT t.fresh AND NOT EXISTS (SELECT FROM import_variant n WHERE n.id = v.id) RETURNING v.product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  // Two variants that swap positions would violate the unique constraint in between.
  `UPDATE product_variant v SET position = -1 - v.id FROM import_variant n WHERE NOT n.fresh AND v.id = n.id AND v.position <> n.position`,
  `WITH changed AS (
     INSERT INTO product_variant AS v (id, product_id, image_id, sku, name, price, mrp, stock, position)
     SELECT n.id, n.product_id, (SELECT i.id FROM product_image i WHERE i.product_id = n.product_id AND i.position = n.image), n.sku, n.name, n.price, n.mrp,
       coalesce(n.stock, (SELECT o.stock FROM product_variant o WHERE o.id = n.id), 0), n.position
     FROM import_variant n WHERE NOT n.fresh ORDER BY n.line, n.place
     ON CONFLICT (sku, world_id) DO UPDATE SET image_id = excluded.image_id, name = excluded.name, price = excluded.price, mrp = excluded.mrp, stock = excluded.stock,
       position = excluded.position
     WHERE (v.image_id, v.name, v.price, v.mrp, v.stock, v.position)
       IS DISTINCT FROM (excluded.image_id, excluded.name, excluded.price, excluded.mrp, excluded.stock, excluded.position)
     RETURNING product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     DELETE FROM variant_option_value x USING import_variant n
     WHERE x.variant_id = n.id AND NOT n.fresh AND NOT EXISTS (SELECT FROM import_link l WHERE l.variant_id = x.variant_id AND l.value_id = x.option_value_id)
     RETURNING n.product_id)
   INSERT INTO import_touched SELECT DISTINCT product_id FROM changed`,
  `WITH changed AS (
     INSERT INTO variant_option_value (variant_id, option_value_id) SELECT variant_id, value_id FROM import_link WHERE NOT fresh ON CONFLICT DO NOTHING RETURNING variant_id)
   INSERT INTO import_touched SELECT DISTINCT n.product_id FROM changed c JOIN import_variant n ON n.id = c.variant_id`,
]

/** For new products as well: the items of a bundle may belong to any product. */
export const MERGE_BUNDLES = `WITH wanted AS MATERIALIZED (
   SELECT t.id AS product_id, (SELECT v.id FROM product_variant v WHERE v.sku = r.sku AND v.world_id = ${LIVE_WORLD_SQL}) AS variant_id, r.quantity
   FROM import_product t CROSS JOIN LATERAL jsonb_to_recordset(t.bundle) AS r (sku text, quantity int)),
 gone AS (
   DELETE FROM bundle_item i USING import_product t
   WHERE i.product_id = t.id AND NOT t.fresh AND NOT EXISTS (SELECT FROM wanted w WHERE w.product_id = i.product_id AND w.variant_id = i.variant_id)
   RETURNING i.product_id),
 changed AS (
   INSERT INTO bundle_item AS i SELECT product_id, variant_id, quantity FROM wanted
   ON CONFLICT (product_id, variant_id) DO UPDATE SET quantity = excluded.quantity WHERE i.quantity <> excluded.quantity
   RETURNING product_id)
 INSERT INTO import_touched SELECT product_id FROM gone UNION SELECT product_id FROM changed`

export const MARK_UPDATED = `UPDATE product p SET updated_at = now() FROM import_product t
 WHERE p.id = t.id AND NOT t.fresh AND EXISTS (SELECT FROM import_touched x WHERE x.product_id = t.id)`

/** Refreshes the listings of all touched products in one statement. */
export const REFRESH_LISTINGS = `
  SELECT set_config('haat.bulk', 'off', true), listing_refresh((SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM import_touched)),
         set_config('haat.bulk', 'on', true)`
