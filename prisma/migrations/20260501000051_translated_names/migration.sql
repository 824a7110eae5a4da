-- Names of categories and products in Hindi and Maithili, beside the default name: {"hi": "चावल", "mai": "चाउर"}. A list that asks for a language
-- looks up the names of its page's products; listing does not hold them, so that no other list has to skip over them. Only search knows
-- their words: at weight B, because the index of popular products includes the words of weight A and its entries have to stay small.

CREATE FUNCTION is_translation(name jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name IS NULL OR (jsonb_typeof(name) = 'string' AND char_length(name #>> '{}') BETWEEN 1 AND 500)
$$;

-- A name with its translations.
CREATE FUNCTION all_names(name text, names jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name || coalesce(' ' || (names ->> 'hi'), '') || coalesce(' ' || (names ->> 'mai'), '')
$$;

ALTER TABLE category ADD COLUMN names jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT category_names CHECK (CASE WHEN jsonb_typeof(names) = 'object'
    THEN names - '{hi,mai}'::text[] = '{}' AND is_translation(names -> 'hi') AND is_translation(names -> 'mai') ELSE false END);
ALTER TABLE product ADD COLUMN names jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT product_names CHECK (CASE WHEN jsonb_typeof(names) = 'object'
    THEN names - '{hi,mai}'::text[] = '{}' AND is_translation(names -> 'hi') AND is_translation(names -> 'mai') ELSE false END);

-- The words of a category in all languages, which its products take over; the version before looks up category_words instead.
ALTER TABLE category ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('english', fold_name(all_names(name, names)))) STORED;
CREATE INDEX category_all_words ON category USING gin (words);
CREATE AGGREGATE concatenated(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '', PARALLEL = SAFE);

-- As migration 50 has it, with the translations. A vocabulary has only a product's own words.
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
          iso_utc(p.published_at) AS published_at) fields) AS card
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

CREATE OR REPLACE FUNCTION listing_refresh_locked(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  WITH shown AS MATERIALIZED (SELECT * FROM listing_source WHERE product_id = ANY (ids)),
  gone AS (DELETE FROM listing l WHERE l.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM shown s WHERE s.product_id = l.product_id)),
  words AS (
    INSERT INTO search_word (word) SELECT word FROM (
      SELECT DISTINCT word FROM (
        SELECT vocabulary FROM shown
        UNION SELECT all_names(name, names) FROM category WHERE id IN (SELECT unnest(category_ids) FROM shown)) texts, words_of(vocabulary) AS word
      WHERE char_length(word) BETWEEN 3 AND 40 AND word !~ '^\d+$') seen
    WHERE NOT EXISTS (SELECT FROM search_word w WHERE w.word = seen.word) ORDER BY word ON CONFLICT DO NOTHING)
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
END $$;

CREATE OR REPLACE FUNCTION listing_category_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh_card((
    SELECT array_agg(DISTINCT p.id ORDER BY p.id) FROM product p JOIN category c ON c.id = p.category_id
    JOIN changed n ON n.id = ANY (c.path) JOIN was o ON o.id = n.id
    WHERE (n.slug, n.name, n.names, n.active, n.path) IS DISTINCT FROM (o.slug, o.name, o.names, o.active, o.path)));
  RETURN NULL;
END $$;
