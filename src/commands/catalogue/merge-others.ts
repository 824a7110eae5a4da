// There are few categories, brands and stores compared to products: their triggers refresh the listings that change.

import { LIVE_WORLD_SQL } from "../../domain/world"

export const OTHER_ERRORS_SQL = `
  SELECT l.line, 'slug' AS field, 'is on line ' || s.line || ' already' AS message
  FROM import_line l JOIN brand b ON b.world_id = ${LIVE_WORLD_SQL} AND b.slug = l.record->>'slug' JOIN import_seen s ON s.kind = 'brand' AND s.id = b.id WHERE l.kind = 'brand'
  UNION ALL
  SELECT l.line, 'slug', 'is on line ' || s.line || ' already'
  FROM import_line l JOIN store t ON t.world_id = ${LIVE_WORLD_SQL} AND t.slug = l.record->>'slug' JOIN import_seen s ON s.kind = 'store' AND s.id = t.id WHERE l.kind = 'store'
  ORDER BY line`

export const MERGE_BRANDS = [
  `INSERT INTO brand AS b (slug, name) SELECT record->>'slug', record->>'name' FROM import_line WHERE kind = 'brand' ORDER BY line
   ON CONFLICT (slug, world_id) DO UPDATE SET name = excluded.name WHERE b.name <> excluded.name`,
  `INSERT INTO import_seen SELECT 'brand', b.id, l.line FROM import_line l JOIN brand b ON b.world_id = ${LIVE_WORLD_SQL} AND b.slug = l.record->>'slug' WHERE l.kind = 'brand'`,
]

export const MERGE_STORES = [
  `INSERT INTO store AS s (slug, name, description, status, is_official, logo_path, support_email, city, district, state, pincode, approved_at)
   SELECT r.slug, r.name, r.description, coalesce(r.status, o.status, 'pending'), coalesce(r.is_official, o.is_official, false), r.logo_path, r.support_email,
     r.city, r.district, r.state, r.pincode,
     coalesce(r.approved_at, o.approved_at, CASE WHEN coalesce(r.status, o.status) = 'approved' THEN now() END)
   FROM import_line l
   CROSS JOIN LATERAL jsonb_to_record(l.record) AS r (slug text, name text, description text, status text, is_official boolean, logo_path text,
     support_email text, city text, district text, state text, pincode text, approved_at timestamptz(3))
   LEFT JOIN store o ON o.world_id = ${LIVE_WORLD_SQL} AND o.slug = r.slug
   WHERE l.kind = 'store' ORDER BY l.line
   ON CONFLICT (slug, world_id) DO UPDATE SET name = excluded.name, description = excluded.description, status = excluded.status, is_official = excluded.is_official,
     logo_path = excluded.logo_path, support_email = excluded.support_email, city = excluded.city, district = excluded.district, state = excluded.state,
     pincode = excluded.pincode, approved_at = excluded.approved_at
   WHERE (s.name, s.description, s.status, s.is_official, s.logo_path, s.support_email, s.city, s.district, s.state, s.pincode, s.approved_at)
     IS DISTINCT FROM (excluded.name, excluded.description, excluded.status, excluded.is_official, excluded.logo_path, excluded.support_email,
       excluded.city, excluded.district, excluded.state, excluded.pincode, excluded.approved_at)`,
  `INSERT INTO import_seen SELECT 'store', s.id, l.line FROM import_line l JOIN store s ON s.world_id = ${LIVE_WORLD_SQL} AND s.slug = l.record->>'slug' WHERE l.kind = 'store'`,
]

/**
 * Run for one record at a time, in the order of the file, because a category may be a child of an earlier one. $1 is
 * the line's record.
 */
export const FIND_CATEGORY = `
  SELECT c.id, p.id AS parent_id, (SELECT line FROM import_seen WHERE kind = 'category' AND id = c.id) AS seen, coalesce(c.id = ANY (p.path), false) AS circular
  FROM (SELECT $1::text AS slug, $2::text AS parent) r LEFT JOIN category c ON c.world_id = ${LIVE_WORLD_SQL} AND c.slug = r.slug LEFT JOIN category p ON p.world_id = ${LIVE_WORLD_SQL} AND p.slug = r.parent`

export const MERGE_CATEGORY = `
  WITH merged AS (
    INSERT INTO category AS c (slug, name, names, parent_id, position, is_featured, active)
    SELECT r.slug, r.name, coalesce(r.names, o.names, '{}'), $3::int, coalesce(r.position, o.position, 0), coalesce(r.is_featured, o.is_featured, false), coalesce(r.active, o.active, true)
    FROM jsonb_to_record($1::jsonb) AS r (slug text, name text, names jsonb, position int, is_featured boolean, active boolean) LEFT JOIN category o ON o.world_id = ${LIVE_WORLD_SQL} AND o.slug = r.slug
    ON CONFLICT (slug, world_id) DO UPDATE SET name = excluded.name, names = excluded.names, parent_id = excluded.parent_id, position = excluded.position,
      is_featured = excluded.is_featured, active = excluded.active
    WHERE (c.name, c.names, c.parent_id, c.position, c.is_featured, c.active)
      IS DISTINCT FROM (excluded.name, excluded.names, excluded.parent_id, excluded.position, excluded.is_featured, excluded.active)
    RETURNING id)
  INSERT INTO import_seen SELECT 'category', id, $2::int FROM (SELECT id FROM merged UNION ALL SELECT id FROM category WHERE world_id = ${LIVE_WORLD_SQL} AND slug = $1::jsonb->>'slug' LIMIT 1) m`
