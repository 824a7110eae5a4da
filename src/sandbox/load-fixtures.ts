import { createHash } from "node:crypto"
import { FIXTURE_WORLD_ID } from "@/domain/world"
import { type Queryable, query } from "@/platform/db/query"
import { FIXTURE_ID_BASE, fixtureCatalogue } from "@/sandbox/fixtures/catalogue"
import type { CatalogueTables } from "@/sandbox/fixtures/rows"
import { insertRows, upsertRows } from "@/sandbox/insert-rows"

const DEPTHS = [2, 1, 0]
const LAST_FIXTURE_ID = FIXTURE_ID_BASE + 9_999_999

// Ids of fixtures are a range of each primary key, which finds them without an index of worlds.
function fixtures(column: string): string {
  return `world_id = '${FIXTURE_WORLD_ID}' AND ${column} BETWEEN ${FIXTURE_ID_BASE + 1} AND ${LAST_FIXTURE_ID}`
}

/**
 * Writes the catalogue that all worlds share, if the content has changed since it was last written. Rows keep their
 * ids, since worlds refer to them.
 * @returns whether it has been written
 */
export async function loadFixtures(tx: Queryable, content: CatalogueTables = fixtureCatalogue()): Promise<boolean> {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex")
  if ((await writtenHash(tx, "")) === hash) return false
  if ((await writtenHash(tx, "FOR NO KEY UPDATE")) === hash) return false
  // Triggers renew the products of all worlds whose category, brand or store has changed.
  for (const table of ["store", "category", "brand"] as const) {
    await freeSlugs(tx, table, content[table])
    await upsertRows(tx, table, content[table])
  }
  await query("SELECT set_config('haat.bulk', 'on', true)", [], tx)
  await writeProducts(tx, content)
  await query("SELECT set_config('haat.bulk', 'off', true)", [], tx)
  await deleteUnused(tx, content)
  await query(`DELETE FROM sandbox_listing WHERE ${fixtures("product_id")}`, [], tx)
  await query("SELECT listing_refresh($1)", [content.product.map(({ id }) => id)], tx)
  await query("UPDATE world SET content_hash = $2 WHERE id = $1", [FIXTURE_WORLD_ID, hash], tx)
  return true
}

async function writtenHash(tx: Queryable, lock: "" | "FOR NO KEY UPDATE"): Promise<string | null> {
  const [world] = await query<{ content_hash: string | null }>(
    `SELECT content_hash FROM world WHERE id = $1 ${lock}`,
    [FIXTURE_WORLD_ID],
    tx,
  )
  if (!world) throw new Error("there is no world for the shared catalogue")
  return world.content_hash
}

async function writeProducts(tx: Queryable, content: CatalogueTables): Promise<void> {
  await query(`DELETE FROM bundle_item WHERE ${fixtures("product_id")}`, [], tx)
  await query(`DELETE FROM product_option WHERE ${fixtures("id")}`, [], tx)
  await query(`DELETE FROM product_image WHERE ${fixtures("id")}`, [], tx)
  await deleteOthers(tx, "product_variant", content.product_variant)
  await deleteOthers(tx, "product", content.product)
  await query(`UPDATE product_variant SET sku = 'was-' || id, position = -id WHERE ${fixtures("id")}`, [], tx)
  await freeSlugs(tx, "product", content.product)
  await upsertRows(tx, "product", content.product)
  await insertRows(tx, "product_image", content.product_image)
  await upsertRows(tx, "product_variant", content.product_variant)
  await insertRows(tx, "product_option", content.product_option)
  await insertRows(tx, "product_option_value", content.product_option_value)
  await insertRows(tx, "variant_option_value", content.variant_option_value)
  await insertRows(tx, "bundle_item", content.bundle_item)
}

interface RowWithId {
  id: number
}

/** Renames the slugs that are about to change, so that one row can take another's. */
async function freeSlugs(tx: Queryable, table: string, rows: readonly (RowWithId & { slug: string })[]): Promise<void> {
  await query(
    `UPDATE ${table} t SET slug = 'was-' || id
     WHERE ${fixtures("id")} AND NOT EXISTS (SELECT FROM unnest($1::int[], $2::text[]) AS r (id, slug) WHERE r.id = t.id AND r.slug = t.slug)`,
    [idsOf(rows), rows.map(({ slug }) => slug)],
    tx,
  )
}

async function deleteOthers(tx: Queryable, table: string, rows: readonly RowWithId[]): Promise<void> {
  await query(`DELETE FROM ${table} WHERE ${fixtures("id")} AND id <> ALL ($1::int[])`, [idsOf(rows)], tx)
}

/** Deletes stores, categories and brands that the content no longer has, unless a world's rows refer to them. */
async function deleteUnused(tx: Queryable, { store, category, brand }: CatalogueTables): Promise<void> {
  const gone = (table: string): string => `DELETE FROM ${table} t WHERE ${fixtures("t.id")} AND t.id <> ALL ($1::int[])`
  const unsold = (column: string): string => `AND NOT EXISTS (SELECT FROM product WHERE ${column} = t.id)`
  const unordered = "AND NOT EXISTS (SELECT FROM seller_order WHERE store_id = t.id)"
  await query(`${gone("store")} ${unsold("store_id")} ${unordered}`, [idsOf(store)], tx)
  await query(`${gone("brand")} ${unsold("brand_id")}`, [idsOf(brand)], tx)
  const childless = "AND NOT EXISTS (SELECT FROM category WHERE parent_id = t.id)"
  for (const depth of DEPTHS)
    await query(
      `${gone("category")} ${unsold("category_id")} ${childless} AND depth = $2`,
      [idsOf(category), depth],
      tx,
    )
}

function idsOf(rows: readonly RowWithId[]): number[] {
  return rows.map(({ id }) => id)
}
