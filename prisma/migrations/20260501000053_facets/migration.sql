-- Facets count products by category, brand, price, store and stock, and lists are filtered by brand. One index serves the lists of a brand and,
-- read alone, the counts of any filter without words: reading the rows would take a hundred times as many pages.
DROP INDEX listing_popular;
ALTER TABLE listing
  ADD COLUMN category_id integer GENERATED ALWAYS AS (category_ids[cardinality(category_ids)]) STORED,
  ADD COLUMN brand text GENERATED ALWAYS AS (card #>> '{brand,slug}') STORED;
CREATE INDEX listing_brand ON listing (brand, popularity DESC, product_id) INCLUDE (category_id, category_ids, store_id, price, in_stock);
-- The category, so that a search for a broad word can put the products of the category that it names first without reading their rows.
CREATE INDEX listing_popular ON listing (popularity DESC, product_id) INCLUDE (name_words, category_id);
-- Brands that are suggested while a user types.
CREATE INDEX brand_words ON brand USING gin (to_tsvector('english', fold_name(name)));
