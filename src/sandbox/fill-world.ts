import { sandboxStoreId } from "@/domain/world"
import { type Queryable, query } from "@/platform/db/query"
import { type AccountWorld, makeOrders } from "@/sandbox/fixtures/make-orders"
import { makeOwnStore } from "@/sandbox/fixtures/own-store"
import { insertRows } from "@/sandbox/insert-rows"

const BULK_ON_SQL = "SELECT set_config('haat.bulk', 'on', true)"
const BULK_OFF_SQL = "SELECT set_config('haat.bulk', 'off', true)"
const REFRESH_SQL = "SELECT set_config('haat.bulk', 'off', true), listing_refresh($1)"

const COUNT_SQL = "UPDATE world SET order_count = $2, item_count = $3, fault_count = 0 WHERE id = $1"

/**
 * Writes a new world: the account's own store with its products, and its orders. The same world gets the same rows each
 * time. Nobody is notified. The shared catalogue must be there, and the world empty.
 */
export async function fillWorld(tx: Queryable, world: AccountWorld): Promise<void> {
  const { store, ...products } = makeOwnStore(world)
  const orders = makeOrders(world, { store, ...products })
  await query(BULK_ON_SQL, [], tx)
  await insertRows(tx, "store", [store])
  // Images precede the variants that show them.
  await insertRows(tx, "product", products.product)
  await insertRows(tx, "product_image", products.product_image)
  await insertRows(tx, "product_variant", products.product_variant)
  await insertRows(tx, "product_option", products.product_option)
  await insertRows(tx, "product_option_value", products.product_option_value)
  await insertRows(tx, "variant_option_value", products.variant_option_value)
  await insertRows(tx, "bundle_item", products.bundle_item)
  await query(REFRESH_SQL, [products.product.map(({ id }) => id)], tx)
  await insertRows(tx, "customer_order", orders.customer_order)
  await insertRows(tx, "delivery_address", orders.delivery_address)
  // Its method is copied to the seller orders.
  await insertRows(tx, "payment", orders.payment)
  await insertRows(tx, "seller_order", orders.seller_order)
  await insertRows(tx, "order_item", orders.order_item)
  await insertRows(tx, "shipment", orders.shipment)
  await insertRows(tx, "refund", orders.refund)
  await query(COUNT_SQL, [world.id, orders.customer_order.length, orders.order_item.length], tx)
}

// Only the sandboxes' orders are in the index that this condition names.
const DELETE_SELLER_ORDERS_SQL = "DELETE FROM seller_order WHERE world_id = $1 AND NOT livemode"
const DELETE_ORDERS_SQL = "DELETE FROM customer_order WHERE world_id = $1 AND NOT livemode"
const DELETE_BUNDLE_ITEMS_SQL = `
  DELETE FROM bundle_item WHERE product_id IN (SELECT id FROM product WHERE store_id = $2 AND world_id = $1)`
const DELETE_PRODUCTS_SQL = "DELETE FROM product WHERE store_id = $2 AND world_id = $1"
const DELETE_STORE_SQL = "DELETE FROM store WHERE id = $2 AND world_id = $1"
const DELETE_FAULTS_SQL = "DELETE FROM sandbox_fault WHERE world_id = $1"

/** Deletes all rows of a world but the world itself. */
export async function emptyWorld(tx: Queryable, worldId: string): Promise<void> {
  const [world] = await query<{ ordinal: number }>(
    "SELECT ordinal FROM world WHERE id = $1 AND kind = 'sandbox' FOR NO KEY UPDATE",
    [worldId],
    tx,
  )
  if (!world) throw new RangeError(`${worldId} is not the world of an account`)
  const own = [worldId, sandboxStoreId(world.ordinal)]
  await query(BULK_ON_SQL, [], tx)
  // The rest follows by foreign keys: items, shipments and refunds; addresses and payments; images, variants and
  // options.
  await query(DELETE_SELLER_ORDERS_SQL, [worldId], tx)
  await query(DELETE_ORDERS_SQL, [worldId], tx)
  await query(DELETE_BUNDLE_ITEMS_SQL, own, tx)
  await query(DELETE_PRODUCTS_SQL, own, tx)
  await query(DELETE_STORE_SQL, own, tx)
  await query(DELETE_FAULTS_SQL, [worldId], tx)
  await query(BULK_OFF_SQL, [], tx)
  await query(COUNT_SQL, [worldId, 0, 0], tx)
}
