// Adds the new products of a batch from the tables that merge-products.ts stages. None of their rows exist yet, so each
// statement only inserts.

/**
 * Locks the stores, categories and brands that new products name until the import ends, as their foreign keys would.
 * Returns one row: whether all of them still exist.
 */
export const LOCK_REFERENCED_SQL = `
  SELECT (SELECT count(*) FROM (SELECT FROM store WHERE id IN (SELECT store_id FROM import_product WHERE fresh) FOR KEY SHARE) s)
           = (SELECT count(DISTINCT store_id) FROM import_product WHERE fresh)
     AND (SELECT count(*) FROM (SELECT FROM category WHERE id IN (SELECT category_id FROM import_product WHERE fresh) FOR KEY SHARE) c)
           = (SELECT count(DISTINCT category_id) FROM import_product WHERE fresh)
     AND (SELECT count(*) FROM (SELECT FROM brand WHERE id IN (SELECT brand_id FROM import_product WHERE fresh) FOR KEY SHARE) b)
           = (SELECT count(DISTINCT brand_id) FROM import_product WHERE fresh) AS locked`

/**
 * Foreign-key lookups, row by row, are half the cost of an insert. These rows refer to rows that are locked, or created
 * in this transaction and invisible to others. So the lookups are skipped where the role may set this (a superuser
 * may).
 */
export const MAY_SKIP_FOREIGN_KEYS_SQL = "SELECT has_parameter_privilege('session_replication_role', 'SET') AS allowed"
export const SKIP_FOREIGN_KEYS_SQL = "SELECT set_config('session_replication_role', 'replica', true)"
export const CHECK_FOREIGN_KEYS_SQL = "SELECT set_config('session_replication_role', 'origin', true)"

/** In this order, so that foreign keys hold where they are checked. */
export const INSERT_NEW_SQL = [
  `INSERT INTO product (id, store_id, category_id, brand_id, slug, name, names, type, status, short_description, description, gst_percent, rating_average,
     rating_count, popularity, published_at)
   SELECT id, store_id, category_id, brand_id, slug, name, names, type, status, short_description, description, gst_percent, rating_average, rating_count,
     popularity, published_at FROM import_product WHERE fresh ORDER BY line`,
  `INSERT INTO product_image (product_id, path, alt, position, width, height)
   SELECT t.id, r.path, r.alt, r.position, r.width, r.height
   FROM import_product t CROSS JOIN LATERAL jsonb_to_recordset(t.images) AS r (path text, alt text, position int, width int, height int) WHERE t.fresh`,
  `INSERT INTO product_option (id, product_id, name, position) SELECT id, product_id, name, position FROM import_option WHERE fresh`,
  `INSERT INTO product_option_value (id, option_id, value, position) SELECT id, option_id, value, position FROM import_value WHERE fresh`,
  `INSERT INTO product_variant (id, product_id, image_id, sku, name, price, mrp, stock, position)
   SELECT n.id, n.product_id, (SELECT i.id FROM product_image i WHERE i.product_id = n.product_id AND i.position = n.image), n.sku, n.name, n.price, n.mrp,
     coalesce(n.stock, 0), n.position
   FROM import_variant n WHERE n.fresh ORDER BY n.line, n.place`,
  `INSERT INTO variant_option_value (variant_id, option_value_id) SELECT variant_id, value_id FROM import_link WHERE fresh`,
  `INSERT INTO import_touched SELECT id FROM import_product WHERE fresh`,
]
