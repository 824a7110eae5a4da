-- PostgreSQL reads an index alone only when the index holds every column that an expression of it is made of. With the path itself
-- included, a category is counted and walked without a look at the table.
DROP INDEX listing_depth_1, listing_depth_2, listing_depth_3;
CREATE INDEX listing_depth_1 ON listing ((category_ids[1]), popularity DESC, product_id) INCLUDE (category_ids);
CREATE INDEX listing_depth_2 ON listing ((category_ids[2]), popularity DESC, product_id) INCLUDE (category_ids);
CREATE INDEX listing_depth_3 ON listing ((category_ids[3]), popularity DESC, product_id) INCLUDE (category_ids);
-- What an index is made of has statistics of its own, which are first made here.
ANALYZE listing;
