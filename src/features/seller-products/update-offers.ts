import { isProblem } from "@/domain/problem"
import type { World } from "@/domain/world"
import type { OfferChange, OfferResult } from "@/features/seller-products/schema"
import { publishLowStock } from "@/orders/low-stock"
import { OFFER_SQL, type Offer } from "@/orders/offer"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"

// SQL: the variants are locked in the order in which orders lock them.

const LOCK_SQL = `
  SELECT ${OFFER_SQL} AS offer FROM product_variant v JOIN product p ON p.id = v.product_id
  WHERE v.sku = ANY ($1::text[]) AND v.world_id = $2 AND p.store_id = $3 ORDER BY v.id FOR NO KEY UPDATE OF v`
const UPDATE_SQL = `
  UPDATE product_variant v SET stock = r.stock, price = r.price, mrp = r.mrp
  FROM json_to_recordset($1::json) AS r (variant_id int, stock int, price int, mrp int) WHERE v.id = r.variant_id
  RETURNING v.id, v.version`

interface Store {
  storeId: number
  world: World
}

interface Request {
  offers: readonly OfferChange[]
  dryRun: boolean
  idempotency: Idempotency | null
}

/**
 * Changes stock and prices of a store's variants, once for an Idempotency-Key. An offer that cannot be changed leaves the
 * others as they are.
 * @returns a result for each offer, in their order
 */
export async function updateOffers(
  actor: Actor,
  store: Store,
  { offers, dryRun, idempotency }: Request,
): Promise<OfferResult[]> {
  const results = await transaction((tx) =>
    idempotent(tx, idempotency, async () => {
      const skus = offers.map(({ sku }) => sku)
      const locked = await query<{ offer: Offer }>(LOCK_SQL, [skus, store.world.id, store.storeId], tx)
      const current = new Map(locked.map(({ offer }) => [offer.sku, offer]))
      const evaluated = evaluateChanges(offers, current)
      if (!dryRun) await write(tx, actor, store, evaluated, current)
      return evaluated
    }),
  )
  if (isProblem(results)) throw results
  return results
}

/** Returns what each change leads to. */
function evaluateChanges(offers: readonly OfferChange[], current: ReadonlyMap<string, Offer>): OfferResult[] {
  const seen = new Set<string>()
  return offers.map((change) => {
    const { sku, version } = change
    const offer = current.get(sku) ?? null
    const failed = (code: NonNullable<OfferResult["error"]>["code"], message: string): OfferResult => ({
      sku,
      outcome: "failed",
      offer,
      error: { code, message },
    })
    if (seen.has(sku)) return failed("duplicate_sku", `${sku} is in this request before.`)
    seen.add(sku)
    if (!offer) return failed("not_found", `The store has no SKU ${sku}.`)
    if (version !== undefined && version !== offer.version)
      return failed("version_conflict", `The version is ${offer.version}, not ${version}: something changed meanwhile.`)
    const { stock = offer.stock, price = offer.price, mrp = offer.mrp } = change
    if (price > mrp) return failed("invalid_price", `The price of ${price} paise is above the mrp of ${mrp}.`)
    if (stock === offer.stock && price === offer.price && mrp === offer.mrp)
      return { sku, outcome: "unchanged", offer, error: null }
    return { sku, outcome: "updated", offer: { ...offer, stock, price, mrp, version: offer.version + 1 }, error: null }
  })
}

async function write(
  tx: Queryable,
  actor: Actor,
  { storeId, world }: Store,
  results: readonly OfferResult[],
  before: ReadonlyMap<string, Offer>,
): Promise<void> {
  const updated = results.flatMap(({ outcome, offer }) => (outcome === "updated" && offer ? [offer] : []))
  if (updated.length === 0) return
  const rows = await query<{ id: number; version: number }>(UPDATE_SQL, [JSON.stringify(updated)], tx)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const offer of updated)
    if (versions.get(offer.variant_id) !== offer.version)
      throw new Error(`variant ${offer.variant_id} has another version`)
  await audit(tx, actor, "offers.updated", String(storeId), {
    offers: updated.map(({ sku, stock, price, mrp }) => ({ sku, stock, price, mrp })),
  })
  await publishLowStock(
    tx,
    world,
    updated.map(({ sku, variant_id: variantId, stock }) => ({
      variantId,
      before: before.get(sku)?.stock ?? 0,
      after: stock,
    })),
  )
}
