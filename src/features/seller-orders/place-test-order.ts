import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import type { World } from "@/domain/world"
import type { PlacedTestOrder } from "@/features/seller-orders/schema"
import { type Placement, placeOrder } from "@/orders/place-order"
import type { OrderLine } from "@/orders/stock"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

// A fictitious address in the store's own town.
const TEST_ADDRESS_SQL = `
  SELECT 'Test Buyer' AS name, '+910000000000' AS phone, '1 Test Street' AS line1, NULL AS line2, NULL AS landmark, city, district, state, pincode, 'IN' AS country
  FROM store WHERE id = $1 AND world_id = $2`

const FOREIGN_VARIANTS_SQL =
  "SELECT v.id FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ANY ($1::int[]) AND (p.store_id <> $2 OR p.world_id <> $3)"

/**
 * Places an order of the account with the store of its sandbox. It is paid.
 * @throws Problem not_found, for a product of another store; invalid_state, when an item is not for sale or not in
 * stock.
 */
export const placeTestOrder = (
  accountId: string,
  { world, storeId }: { world: World; storeId: number },
  lines: readonly { variant_id: number; quantity: number }[],
): Promise<PlacedTestOrder> =>
  transaction(async (tx) => {
    const orderLines = lines.map(({ variant_id: variantId, quantity }): OrderLine => ({ variantId, quantity }))
    const foreignVariants = await query(
      FOREIGN_VARIANTS_SQL,
      [orderLines.map(({ variantId }) => variantId), storeId, world.id],
      tx,
    )
    if (foreignVariants.length > 0) throw new Problem("not_found")
    const payment = { method: "upi", status: "paid", reference: `test_${uuidv7()}` } as const
    const placed = await placeOrder(tx, {
      accountId,
      world,
      lines: orderLines,
      address: await findTestAddress(tx, world, storeId),
      payment,
    })
    const [part] = placed.parts
    if (!part) throw new Error("an order without seller orders")
    return { id: publicId("seller_order", part.id), number: part.number, order_number: placed.number }
  })

const findTestAddress = async (tx: Queryable, world: World, storeId: number): Promise<Placement["address"]> => {
  const [address] = await query<Placement["address"]>(TEST_ADDRESS_SQL, [storeId, world.id], tx)
  if (!address) throw new Problem("not_found")
  return address
}
