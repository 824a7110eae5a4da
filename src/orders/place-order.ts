import type { z } from "zod"
import { SHIP_WITHIN_SECONDS } from "@/domain/delivery-terms"
import { type Paise, taxIncluded, toPaise } from "@/domain/money"
import { shownWorlds, type World } from "@/domain/world"
import { calculateOrder, type PricedLine, type VariantRow } from "@/orders/calculate-order"
import { mailOrderPlaced } from "@/orders/mail-buyer"
import { type OrderIdentity, nextOrderIdentity } from "@/orders/order-identity"
import { type OrderLine, reserveStock } from "@/orders/stock"
import { PLACED_EVENTS, publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import { type Queryable, query } from "@/platform/db/query"
import type { DeliveryAddress } from "@/orders/schema"

export interface Placement {
  world: World
  /** The buyer; null for an invented buyer of a sandbox. */
  accountId: string | null
  lines: readonly OrderLine[]
  address: Omit<z.output<typeof DeliveryAddress>, "masked">
  payment: {
    method: "upi" | "card" | "netbanking" | "wallet" | "cod"
    status: "paid" | "pending" | "failed"
    reference: string | null
  }
  /** A voucher of the platform, in paise. */
  discount?: Paise
}

export interface PlacedOrder {
  id: string
  number: string
  sellerOrders: { id: string; number: string; storeId: number }[]
}

/**
 * Places an order: reserves its stock, creates a seller order for each store, and notifies the buyer and the stores. An order
 * of a sandbox sends no email.
 * @throws Problem invalid_state if a product is not for sale or out of stock; the transaction must then end
 */
export async function placeOrder(tx: Queryable, placement: Placement): Promise<PlacedOrder> {
  const { world, discount = toPaise(0) } = placement
  const lines = mergeLines(placement.lines)
  const identity = await nextOrderIdentity(tx, world, lines.length)
  await reserveStock(tx, world, lines)
  const order = calculateOrder(await readVariants(tx, world, lines), discount, identity)
  await insertOrder(tx, order, placement)
  await publishBuyerEvent(tx, "order.created", order.id)
  await publishSellerEvents(
    tx,
    order.sellerOrders.map(({ id }) => id),
    PLACED_EVENTS,
  )
  await mailOrderPlaced(tx, order.id)
  return {
    id: order.id,
    number: order.number,
    sellerOrders: order.sellerOrders.map(({ id, number, storeId }) => ({ id, number, storeId })),
  }
}

/** Merges the lines of the same variant. */
function mergeLines(lines: readonly OrderLine[]): OrderLine[] {
  const quantities = new Map<number, number>()
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }))
}

const VARIANTS_SQL = `
  SELECT v.id AS variant_id, v.world_id AS catalogue_world_id, p.store_id, p.id AS product_id, p.slug AS product_slug, v.sku, p.name, v.price, v.mrp, p.gst_percent,
    coalesce((SELECT json_agg(json_build_object('name', n.name, 'value', x.value) ORDER BY n.position)
              FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
              WHERE c.variant_id = v.id), '[]') AS options,
    coalesce((SELECT path FROM product_image WHERE id = v.image_id),
             (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image_path
  FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ANY ($1::int[]) AND v.world_id = ANY ($2::uuid[])`

async function readVariants(tx: Queryable, world: World, lines: readonly OrderLine[]): Promise<PricedLine[]> {
  const variantIds = lines.map(({ variantId }) => variantId)
  const found = await query<VariantRow>(VARIANTS_SQL, [variantIds, shownWorlds(world)], tx)
  const rows = new Map(found.map((row) => [row.variant_id, row]))
  return lines.map(({ variantId, quantity }) => {
    const row = rows.get(variantId)
    if (!row) throw new Error(`variant ${variantId} has gone while it was being bought`)
    const total = toPaise(row.price * quantity)
    return { ...row, quantity, total, tax: taxIncluded(total, row.gst_percent) }
  })
}

const INSERT_ORDER_SQL = `
  INSERT INTO customer_order (id, world_id, number, account_id, status, payment_status, livemode, subtotal, shipping_total, discount_total, tax_total,
                              total, item_count, placed_at, updated_at)
  VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, world_now($2), world_now($2))`

const INSERT_ADDRESS_SQL = `
  INSERT INTO delivery_address (order_id, world_id, name, phone, line1, line2, landmark, city, district, state, pincode, country)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const INSERT_SELLER_ORDER_SQL = `
  INSERT INTO seller_order (id, world_id, catalogue_world_id, number, order_id, store_id, position, livemode, status, payment_status, subtotal,
                            shipping_total, tax_total, total, discount_share, placed_at, ship_by, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10, $11, $12, $13, $14, world_now($2), world_now($2) + make_interval(secs => $15), world_now($2))`

function insertItemSql(id: string): string {
  return `
  INSERT INTO order_item (id, world_id, catalogue_world_id, order_id, seller_order_id, product_id, product_slug, variant_id, sku, name, options, image_path,
                          quantity, unit_price, mrp, total, tax)
  VALUES (${id}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
}
const INSERT_ITEM_SQL = insertItemSql("DEFAULT")
const INSERT_ITEM_WITH_ID_SQL = insertItemSql("$17")

const INSERT_PAYMENT_SQL = `
  INSERT INTO payment (id, world_id, order_id, method, status, amount, reference, created_at, paid_at)
  VALUES ($1, $2, $3, $4, $5::text, $6, $7, world_now($2), CASE WHEN $5::text = 'paid' THEN world_now($2) END)`

async function insertOrder(
  tx: Queryable,
  order: ReturnType<typeof calculateOrder<OrderIdentity>>,
  { world, accountId, address: a, payment }: Placement,
): Promise<void> {
  const { id, number, subtotal, shipping, discount, tax, total, itemCount, sellerOrders } = order
  const { id: worldId, livemode } = world
  await query(
    INSERT_ORDER_SQL,
    [id, worldId, number, accountId, payment.status, livemode, subtotal, shipping, discount, tax, total, itemCount],
    tx,
  )
  await query(
    INSERT_ADDRESS_SQL,
    [id, worldId, a.name, a.phone, a.line1, a.line2, a.landmark, a.city, a.district, a.state, a.pincode, a.country],
    tx,
  )
  await query(
    INSERT_PAYMENT_SQL,
    [order.paymentId, worldId, id, payment.method, payment.status, total, payment.reference],
    tx,
  )
  let itemId = order.firstItemId
  for (const sellerOrder of sellerOrders) {
    await query(
      INSERT_SELLER_ORDER_SQL,
      [
        sellerOrder.id,
        worldId,
        sellerOrder.catalogueWorldId,
        sellerOrder.number,
        id,
        sellerOrder.storeId,
        sellerOrder.position,
        livemode,
        payment.status,
        sellerOrder.subtotal,
        sellerOrder.shipping,
        sellerOrder.tax,
        sellerOrder.total,
        sellerOrder.discountShare,
        SHIP_WITHIN_SECONDS,
      ],
      tx,
    )
    for (const item of sellerOrder.items) {
      const values = [
        worldId,
        item.catalogue_world_id,
        id,
        sellerOrder.id,
        item.product_id,
        item.product_slug,
        item.variant_id,
        item.sku,
        item.name,
        JSON.stringify(item.options),
        item.image_path,
        item.quantity,
        item.price,
        item.mrp,
        item.total,
        item.tax,
      ]
      if (itemId === null) await query(INSERT_ITEM_SQL, values, tx)
      else await query(INSERT_ITEM_WITH_ID_SQL, [...values, itemId++], tx)
    }
  }
}
