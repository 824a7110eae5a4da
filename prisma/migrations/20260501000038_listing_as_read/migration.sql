-- A listing as it is read. Its card is kept as the text that is answered: writing jsonb as text took a page's 20 cards 35 µs. The words of its
-- name lie in the index of what sells best: a broad word is looked for there, in the order of its pages, and the rows of what does not have
-- it are not read. An entry of an index must fit into a third of a page, which no name of this length exceeds.
ALTER TABLE product ADD CONSTRAINT product_name CHECK (char_length(name) BETWEEN 1 AND 500);
DROP INDEX listing_popular;
ALTER TABLE listing
  ALTER COLUMN card TYPE json USING card::text::json,
  ADD COLUMN name_words tsvector NOT NULL GENERATED ALWAYS AS (strip(ts_filter(search, '{a}'))) STORED;
CREATE INDEX listing_popular ON listing (popularity DESC, product_id) INCLUDE (name_words);

CREATE OR REPLACE FUNCTION listing_refresh_locked(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
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
