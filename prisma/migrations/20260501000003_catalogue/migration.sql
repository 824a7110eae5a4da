-- The catalogue's read model. A product is shown when it is active, its store is approved and its category, if it has one, is
-- active with all above it. Each shown product has one row in "listing" with its Product resource ready; everything that can
-- change that resource calls listing_refresh for the products it touched, once for a statement.

-- unaccent() is only STABLE because its dictionary could be edited; this database never edits it.
CREATE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent', words))
$$;

-- The words of a text in any script: what stands between spaces and punctuation, folded.
CREATE FUNCTION words_of(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT word FROM regexp_split_to_table(fold($1), '[\x01-\x2f:-@\x5b-\x60\x7b-\x7f\u00a0\u2000-\u206f\u0964\u0965]+') AS word WHERE word <> ''
$$;

CREATE FUNCTION discount_percent(price integer, mrp integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN mrp > 0 THEN ((mrp - price)::bigint * 100 / mrp)::integer ELSE 0 END
$$;

-- ISO 8601 in UTC with milliseconds, as src/trpc/wire.ts writes it.
CREATE FUNCTION iso_utc(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Category paths -----------------------------------------------------------------------------------------------------------

CREATE FUNCTION category_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE above category%ROWTYPE;
BEGIN
  IF NEW.parent_id IS NULL THEN
    NEW.depth := 0;
    NEW.path := ARRAY[NEW.id];
  ELSE
    SELECT * INTO STRICT above FROM category WHERE id = NEW.parent_id;
    IF NEW.id = ANY (above.path) THEN
      RAISE EXCEPTION 'category % cannot be below itself', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    NEW.depth := above.depth + 1;
    NEW.path := above.path || NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER category_place BEFORE INSERT OR UPDATE OF parent_id ON category FOR EACH ROW EXECUTE FUNCTION category_place();

CREATE FUNCTION category_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE category SET parent_id = parent_id WHERE parent_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER category_moved AFTER UPDATE OF parent_id ON category FOR EACH ROW
  WHEN (OLD.path IS DISTINCT FROM NEW.path) EXECUTE FUNCTION category_moved();

-- The read model -----------------------------------------------------------------------------------------------------------

-- The price shown is that of the cheapest variant in stock, or of the cheapest when none is.
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
       jsonb_build_object(
         'id', p.id, 'slug', p.slug, 'name', p.name, 'type', p.type, 'short_description', p.short_description,
         'currency', 'INR', 'price', v.price, 'mrp', v.mrp, 'discount_percent', discount_percent(v.price, v.mrp),
         'in_stock', v.stock > 0,
         'rating', jsonb_build_object('average', p.rating_average, 'count', p.rating_count),
         'category', CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) END,
         'brand', CASE WHEN b.id IS NOT NULL THEN jsonb_build_object('slug', b.slug, 'name', b.name) END,
         'seller', jsonb_build_object('store', s.slug, 'name', s.name, 'is_official', s.is_official),
         'image', coalesce(i.path, '/media/products/none.svg'),
         'url', '/products/' || p.slug,
         'published_at', iso_utc(p.published_at)) AS card
FROM product p
JOIN store s ON s.id = p.store_id AND s.status = 'approved'
JOIN LATERAL (SELECT price, mrp, stock FROM product_variant WHERE product_id = p.id
              ORDER BY (stock > 0) DESC, price, position LIMIT 1) v ON true
LEFT JOIN category c ON c.id = p.category_id
LEFT JOIN brand b ON b.id = p.brand_id
LEFT JOIN LATERAL (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1) i ON true
WHERE p.status = 'active'
  AND NOT EXISTS (SELECT FROM category a WHERE a.id = ANY (c.path) AND NOT a.active);

CREATE FUNCTION listing_refresh(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL OR cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  WITH shown AS MATERIALIZED (SELECT * FROM listing_source WHERE product_id = ANY (ids)),
  gone AS (DELETE FROM listing l WHERE l.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM shown s WHERE s.product_id = l.product_id)),
  words AS (
    INSERT INTO search_word SELECT DISTINCT word FROM shown, words_of(vocabulary) AS word
    WHERE char_length(word) BETWEEN 3 AND 40 ORDER BY word ON CONFLICT DO NOTHING)
  INSERT INTO listing (product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
                       popularity, published_at, search, card)
  SELECT product_id, slug, store_id, category_ids, price, discount_percent, in_stock, rating_average, rating_count,
         popularity, published_at, search, card
  FROM shown
  ON CONFLICT (product_id) DO UPDATE SET
    slug = excluded.slug, store_id = excluded.store_id, category_ids = excluded.category_ids, price = excluded.price,
    discount_percent = excluded.discount_percent, in_stock = excluded.in_stock, rating_average = excluded.rating_average,
    rating_count = excluded.rating_count, popularity = excluded.popularity, published_at = excluded.published_at,
    search = excluded.search, card = excluded.card
  WHERE (listing.card, listing.category_ids, listing.popularity, listing.search)
        IS DISTINCT FROM (excluded.card, excluded.category_ids, excluded.popularity, excluded.search);
END $$;

-- One index an order that a list can be read in, each with the id that breaks ties.
CREATE INDEX listing_popular ON listing (popularity DESC, product_id);
CREATE INDEX listing_newest ON listing (published_at DESC, product_id);
CREATE INDEX listing_price ON listing (price, product_id);
CREATE INDEX listing_price_desc ON listing (price DESC, product_id);
CREATE INDEX listing_rating ON listing (rating_average DESC, rating_count DESC, product_id);
CREATE INDEX listing_discount ON listing (discount_percent DESC, product_id);
CREATE INDEX listing_store ON listing (store_id, popularity DESC, product_id);
CREATE INDEX listing_category ON listing USING gin (category_ids);
CREATE INDEX listing_search ON listing USING gin (search);
CREATE INDEX search_word_similar ON search_word USING gin (word gin_trgm_ops);

-- Search -------------------------------------------------------------------------------------------------------------------

-- Every word must be found, as a whole or as the beginning of one.
CREATE FUNCTION search_query(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  typed text;
  parsed tsquery := '';
BEGIN
  FOR typed IN SELECT words_of(words) LOOP
    parsed := parsed && to_tsquery('english', typed || ':*');
  END LOOP;
  RETURN parsed;
END $$;

-- What mistyped words most likely meant: each that no shown word begins with is replaced by the nearest one; NULL when there is
-- none near enough for one of them, or nothing to correct. Up to two letters may be wrong in a short word, three in a long one.
CREATE FUNCTION search_correct(words text) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  typed text;
  nearest text;
  corrected text[] := '{}';
  changed boolean := false;
BEGIN
  FOR typed IN SELECT words_of(words) LOOP
    IF char_length(typed) < 3 OR EXISTS (SELECT FROM search_word s WHERE s.word LIKE typed || '%') THEN
      corrected := corrected || typed;
      CONTINUE;
    END IF;
    IF char_length(typed) > 40 THEN
      RETURN NULL;
    END IF;
    SELECT s.word INTO nearest FROM search_word s
    WHERE s.word % typed AND levenshtein(s.word, typed) <= least(3, char_length(typed) / 3 + 1)
    ORDER BY levenshtein(s.word, typed), similarity(s.word, typed) DESC, s.word LIMIT 1;
    IF nearest IS NULL THEN
      RETURN NULL;
    END IF;
    corrected := corrected || nearest;
    changed := true;
  END LOOP;
  RETURN CASE WHEN changed THEN array_to_string(corrected, ' ') END;
END $$;

-- What changes a listing ---------------------------------------------------------------------------------------------------
-- A transition table has one name for each trigger, hence a function for inserts and deletes and one for updates.

CREATE FUNCTION listing_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((SELECT array_agg(id ORDER BY id) FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_product_inserted AFTER INSERT ON product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_product_changed();
CREATE TRIGGER listing_product_updated AFTER UPDATE ON product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_product_changed();

CREATE FUNCTION listing_part_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_variant_inserted AFTER INSERT ON product_variant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_part_changed();
CREATE TRIGGER listing_variant_deleted AFTER DELETE ON product_variant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_part_changed();
CREATE TRIGGER listing_image_inserted AFTER INSERT ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_part_changed();
CREATE TRIGGER listing_image_updated AFTER UPDATE ON product_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_part_changed();
CREATE TRIGGER listing_image_deleted AFTER DELETE ON product_image REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listing_part_changed();

-- Every order takes stock; only a variant that ran out, came back or changed its price is seen in a list.
CREATE FUNCTION listing_variant_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((
    SELECT array_agg(DISTINCT n.product_id ORDER BY n.product_id) FROM changed n JOIN was o USING (id)
    WHERE (n.price, n.mrp, n.position, n.product_id, n.stock > 0) IS DISTINCT FROM (o.price, o.mrp, o.position, o.product_id, o.stock > 0)));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_variant_updated AFTER UPDATE ON product_variant REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_variant_updated();

CREATE FUNCTION listing_store_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((
    SELECT array_agg(p.id ORDER BY p.id) FROM product p JOIN changed n ON n.id = p.store_id JOIN was o ON o.id = n.id
    WHERE (n.slug, n.name, n.status, n.is_official) IS DISTINCT FROM (o.slug, o.name, o.status, o.is_official)));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_store_updated AFTER UPDATE ON store REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_store_updated();

CREATE FUNCTION listing_brand_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((SELECT array_agg(p.id ORDER BY p.id) FROM product p JOIN changed n ON n.id = p.brand_id));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_brand_updated AFTER UPDATE ON brand REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_brand_updated();

CREATE FUNCTION listing_category_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM listing_refresh((
    SELECT array_agg(DISTINCT p.id ORDER BY p.id) FROM product p JOIN category c ON c.id = p.category_id
    JOIN changed n ON n.id = ANY (c.path) JOIN was o ON o.id = n.id
    WHERE (n.slug, n.name, n.active, n.path) IS DISTINCT FROM (o.slug, o.name, o.active, o.path)));
  RETURN NULL;
END $$;
CREATE TRIGGER listing_category_updated AFTER UPDATE ON category REFERENCING OLD TABLE AS was NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_category_updated();
