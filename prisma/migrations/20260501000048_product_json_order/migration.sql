-- A product's JSON text in the documented order of its fields and without blanks: jsonb puts short names first, and json_build_object,
-- json_agg and jsonb's text put blanks between. row_to_json and array_to_json write neither.

-- Until all rows are written anew nothing that they are made of is changed; they can be read.
LOCK TABLE store, brand, category, product, product_image, product_option, product_option_value, product_variant, variant_option_value IN SHARE ROW EXCLUSIVE MODE;

DROP VIEW listing_source;
CREATE VIEW listing_source AS
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
       setweight(to_tsvector('english', fold(p.name)), 'A')
         || setweight(to_tsvector('english', fold(concat_ws(' ', b.name, c.name))), 'B')
         || setweight(to_tsvector('english', fold(concat_ws(' ', p.short_description, p.description))), 'D') AS search,
       concat_ws(' ', p.name, b.name, c.name) AS vocabulary,
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
          iso_utc(p.published_at) AS published_at) fields) AS card
FROM product p
JOIN store s ON s.id = p.store_id AND s.status = 'approved'
JOIN LATERAL (SELECT price, mrp, stock FROM product_variant WHERE product_id = p.id
              ORDER BY (stock > 0) DESC, price, position LIMIT 1) v ON true
LEFT JOIN category c ON c.id = p.category_id
LEFT JOIN brand b ON b.id = p.brand_id
LEFT JOIN LATERAL (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1) i ON true
WHERE p.status = 'active'
  AND NOT EXISTS (SELECT FROM category a WHERE a.id = ANY (c.path) AND NOT a.active);

-- As migration 31 has it, but for how the JSON is written.
CREATE OR REPLACE FUNCTION product_detail_write(ids integer[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
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
  SELECT p.id, (SELECT row_to_json(r) FROM (SELECT p.description, coalesce(o.options, '[]') AS options, coalesce(i.images, '[]') AS images,
    coalesce(v.variants, '[]') AS variants) r)
  FROM asked p LEFT JOIN options o ON o.product_id = p.id LEFT JOIN images i ON i.product_id = p.id LEFT JOIN variants v ON v.product_id = p.id
  ON CONFLICT (product_id) DO UPDATE SET parts = excluded.parts WHERE d.parts::text <> excluded.parts::text;
END $$;

-- What is there already.
UPDATE listing l SET card = s.card FROM listing_source s WHERE s.product_id = l.product_id;
DO $$
DECLARE ids integer[];
BEGIN
  FOR ids IN SELECT array_agg(id ORDER BY id) FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 10000 AS batch FROM product) p GROUP BY batch ORDER BY batch LOOP
    PERFORM product_detail_write(ids);
  END LOOP;
END $$;
