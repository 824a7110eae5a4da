import { LOW_STOCK } from "@/domain/store-offer"
import type { World } from "@/domain/world"
import { type LowStock, OFFER_SQL, type Offer } from "@/orders/offer"
import { type Queryable, query } from "@/platform/db/query"
import { recordEvent } from "@/webhooks/events/record-events"

/** A change of a variant's stock. */
interface StockChange {
  variantId: number
  before: number
  after: number
}

// An event's subject is a UUID, and a variant has none: one that follows from its world and id.
const VARIANTS_SQL = `
  SELECT md5(v.world_id || ' variant ' || v.id)::uuid AS subject, p.store_id, w.account_id, world_now(v.world_id) AS now, ${OFFER_SQL} AS offer,
    json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) AS product
  FROM product_variant v JOIN product p ON p.id = v.product_id JOIN world w ON w.id = v.world_id
  WHERE v.id = ANY ($1::int[]) AND v.world_id = $2 ORDER BY v.id`

interface VariantRow {
  subject: string
  store_id: number
  /** The account of a sandbox. */
  account_id: string | null
  now: Date
  offer: Offer
  product: LowStock["product"]
}

/** Records seller.stock.low for the variants whose stock has just become low. */
export async function publishLowStock(
  tx: Queryable,
  { id: worldId, livemode }: World,
  changes: readonly StockChange[],
): Promise<void> {
  const low = changes.filter(({ before, after }) => before > LOW_STOCK && after <= LOW_STOCK)
  if (low.length === 0) return
  const ids = low.map(({ variantId }) => variantId)
  const rows = await query<VariantRow>(VARIANTS_SQL, [ids, worldId], tx)
  for (const { subject, store_id: storeId, account_id: accountId, now, offer, product } of rows)
    await recordEvent(tx, {
      type: "seller.stock.low",
      audience: accountId === null ? { storeId } : { accountId },
      subjectId: subject,
      livemode,
      occurredAt: livemode ? null : now,
      data: { ...offer, product, threshold: LOW_STOCK } satisfies LowStock,
    })
}
