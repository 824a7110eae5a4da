import { invalid, isProblem, Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { shownWorlds } from "@/domain/world"
import type { PlaceSandboxOrder, SandboxOrder } from "@/features/seller-orders/sandbox/schema"
import { type PlacedOrder, type Placement, placeOrder } from "@/orders/place-order"
import { type Queryable, query } from "@/platform/db/query"
import { transaction, withSavepoint } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { BUYERS } from "@/sandbox/fixtures/buyers"
import type { Sandbox } from "@/sandbox/open-sandbox"

// SQL: it runs in the transaction that places the order, with the world's row locked.

interface Variant {
  id: number
  sku: string
  store_id: number
}

const VARIANTS_SQL = `
  SELECT v.id, v.sku, p.store_id FROM product_variant v JOIN product p ON p.id = v.product_id
  WHERE v.sku = ANY ($1::text[]) AND v.world_id = ANY ($2::uuid[])`
const STORES_SQL = "SELECT id, slug FROM store WHERE id = ANY ($1::int[]) AND world_id = ANY ($2::uuid[])"
// The row is locked, so that orders that come at once have different buyers.
const ORDERS_SQL = "SELECT order_count AS count FROM world WHERE id = $1 FOR NO KEY UPDATE"

/**
 * Places an order in a sandbox, once for an Idempotency-Key.
 * @throws Problem validation_failed for an item that the buyer cannot order; invalid_state if it is not for sale, or not
 * in stock
 */
export async function placeSandboxOrder(
  accountId: string,
  world: Sandbox,
  input: PlaceSandboxOrder,
  idempotency: Idempotency | null,
): Promise<SandboxOrder> {
  const placed = await transaction((tx) =>
    // The refusal is stored, so what was reserved before it must be undone without ending the transaction.
    idempotent(tx, idempotency, () => withSavepoint(tx, () => place(tx, accountId, world, input))),
  )
  if (isProblem(placed)) throw placed
  return placed
}

async function place(
  tx: Queryable,
  accountId: string,
  world: Sandbox,
  { buyer, items, payment }: PlaceSandboxOrder,
): Promise<SandboxOrder> {
  const skus = items.map(({ sku }) => sku)
  const variants = await query<Variant>(VARIANTS_SQL, [skus, shownWorlds(world)], tx)
  const lines = items.map(({ sku, quantity }, index) => {
    const variant = variants.find((each) => each.sku === sku)
    if (!variant) throw invalid(`items.${index}.sku`, "not_found", `There is no SKU ${sku} in this sandbox.`)
    if (buyer === "fixture" && variant.store_id !== world.storeId)
      throw invalid(
        `items.${index}.sku`,
        "invalid_value",
        "A sample customer can order from the account's own store only.",
      )
    return { variantId: variant.id, quantity }
  })
  const placed = await placeOrder(tx, {
    world,
    accountId: buyer === "me" ? accountId : null,
    lines,
    address: await addressOf(tx, world),
    payment: { method: "upi", status: payment, reference: payment === "paid" ? "sandbox" : null },
  })
  return toSandboxOrder(placed, { buyer, payment_status: payment }, await slugsOf(tx, world, placed))
}

async function addressOf(tx: Queryable, { id }: Sandbox): Promise<Placement["address"]> {
  const [world] = await query<{ count: number }>(ORDERS_SQL, [id], tx)
  const buyer = BUYERS[(world?.count ?? 0) % BUYERS.length]
  if (!buyer) throw new Problem("not_found")
  return { ...buyer, country: "IN" }
}

async function slugsOf(tx: Queryable, world: Sandbox, { sellerOrders }: PlacedOrder): Promise<Map<number, string>> {
  const ids = sellerOrders.map(({ storeId }) => storeId)
  const stores = await query<{ id: number; slug: string }>(STORES_SQL, [ids, shownWorlds(world)], tx)
  return new Map(stores.map(({ id, slug }) => [id, slug]))
}

function toSandboxOrder(
  { id, number, sellerOrders }: PlacedOrder,
  given: Pick<SandboxOrder, "buyer" | "payment_status">,
  slugs: ReadonlyMap<number, string>,
): SandboxOrder {
  return {
    id: publicId("order", id),
    number,
    ...given,
    seller_orders: sellerOrders.map((sellerOrder) => ({
      id: publicId("seller_order", sellerOrder.id),
      number: sellerOrder.number,
      store: slugs.get(sellerOrder.storeId) ?? "",
    })),
  }
}
