-- A category's products in the order that they sell, for each of the first three depths of its tree: however many products a category
-- has, its first page is read from the beginning of an index.
CREATE INDEX listing_depth_1 ON listing ((category_ids[1]), popularity DESC, product_id);
CREATE INDEX listing_depth_2 ON listing ((category_ids[2]), popularity DESC, product_id);
CREATE INDEX listing_depth_3 ON listing ((category_ids[3]), popularity DESC, product_id);
