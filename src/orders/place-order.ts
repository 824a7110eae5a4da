import { v7 as uuidv7 } from "uuid"
import type { z } from "zod"
import { SHIP_WITHIN_SECONDS, shippingFee } from "@/domain/delivery-terms"
import { type Paise, allocateDiscount, taxIncluded, toPaise } from "@/domain/money"
import { orderNumber, sellerOrderNumber } from "@/domain/order-number"
import { invalid } from "@/domain/problem"
import { mailOrderPlaced } from "@/orders/mail-buyer"
import { checkStock, type OrderLine, reserveStock } from "@/orders/stock"
import { publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import { type Queryable, query } from "@/platform/db/query"
import type { DeliveryAddress } from "@/orders/schema"

export interface Placement {
  /** The buyer. */
  accountId: string
  /** False for a sandbox order, which reserves no stock and sends no emails. */
  livemode: boolean
  lines: readonly OrderLine[]
  address: Omit<z.output<typeof DeliveryAddress>, "masked">
  payment: { method: "upi" | "card" | "netbanking" | "wallet" | "cod"; paid: boolean; reference: string | null }
  /** A voucher of the platform, in paise. */
  discount?: Paise
}

export interface PlacedOrder {
  id: string
  number: string
  parts: { id: string; number: string; storeId: number }[]
}

/**
 * Places an order: reserves its stock, creates a part for each store, and notifies the buyer and the stores.
 * @throws Problem invalid_state if a product is not for sale or out of stock; the transaction must then end
 */
export const placeOrder = async (tx: Queryable, placement: Placement): Promise<PlacedOrder> => {
  const lines = mergeLines(placement.lines)
  await (placement.livemode ? reserveStock : checkStock)(tx, lines)
  const order = calculateOrder(await readVariants(tx, lines), placement.discount ?? toPaise(0), await nextNumber(tx))
  await insertOrder(tx, order, placement)
  await publishBuyerEvent(tx, "order.created", order.id)
  await publishSellerEvents(
    tx,
    order.parts.map(({ id }) => id),
  )
  await mailOrderPlaced(tx, order.id)
  return {
    id: order.id,
    number: order.number,
    parts: order.parts.map(({ id, number, storeId }) => ({ id, number, storeId })),
  }
}

/** Merges the lines of the same variant. */
const mergeLines = (lines: readonly OrderLine[]): OrderLine[] => {
  const quantities = new Map<number, number>()
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }))
}

interface VariantRow {
  variant_id: number
  store_id: number
  product_id: number
  product_slug: string
  sku: string
  name: string
  options: unknown
  image_path: string
  price: number
  mrp: number
  gst_percent: number
}

type PricedLine = VariantRow & { quantity: number; total: Paise; tax: Paise }

const VARIANTS_SQL = `
  SELECT v.id AS variant_id, p.store_id, p.id AS product_id, p.slug AS product_slug, v.sku, p.name, v.price, v.mrp, p.gst_percent,
    coalesce((SELECT json_agg(json_build_object('name', n.name, 'value', x.value) ORDER BY n.position)
              FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
              WHERE c.variant_id = v.id), '[]') AS options,
    coalesce((SELECT path FROM product_image WHERE id = v.image_id),
             (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image_path
  FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ANY ($1::int[])`

const readVariants = async (tx: Queryable, lines: readonly OrderLine[]): Promise<PricedLine[]> => {
  const rows = new Map(
    (await query<VariantRow>(VARIANTS_SQL, [lines.map(({ variantId }) => variantId)], tx)).map((row) => [
      row.variant_id,
      row,
    ]),
  )
  return lines.map(({ variantId, quantity }) => {
    const row = rows.get(variantId)
    if (!row) throw new Error(`variant ${variantId} has gone while it was being bought`)
    const total = toPaise(row.price * quantity)
    return { ...row, quantity, total, tax: taxIncluded(total, row.gst_percent) }
  })
}

const nextNumber = async (tx: Queryable): Promise<string> => {
  const [row] = await query<{ running: number; now: Date }>(
    "SELECT nextval('customer_order_number')::int AS running, now() AS now",
    [],
    tx,
  )
  if (!row) throw new Error("the sequence gave no number")
  return orderNumber(row.now, row.running)
}

const calculateOrder = (items: readonly PricedLine[], discount: Paise, number: string) => {
  const byStore = new Map<number, PricedLine[]>()
  for (const item of items) byStore.set(item.store_id, [...(byStore.get(item.store_id) ?? []), item])
  const parts = [...byStore].map(([storeId, storeItems], i) => {
    const subtotal = sum(storeItems, ({ total }) => total)
    const shipping = shippingFee(subtotal)
    return {
      id: uuidv7(),
      number: sellerOrderNumber(number, i + 1),
      position: i + 1,
      storeId,
      items: storeItems,
      subtotal,
      shipping,
      tax: sum(storeItems, ({ tax }) => tax),
      total: toPaise(subtotal + shipping),
    }
  })
  const subtotal = sum(parts, (sellerOrder) => sellerOrder.subtotal)
  if (discount > subtotal) throw invalid("discount", "too_big", "A discount cannot be more than what the items cost.")
  const shares = allocateDiscount(
    discount,
    parts.map((sellerOrder) => sellerOrder.subtotal),
  )
  return {
    id: uuidv7(),
    number,
    subtotal,
    shipping: sum(parts, ({ shipping }) => shipping),
    discount,
    tax: sum(parts, ({ tax }) => tax),
    total: toPaise(sum(parts, ({ total }) => total) - discount),
    itemCount: items.reduce((count, { quantity }) => count + quantity, 0),
    parts: parts.map((sellerOrder, i) => ({ ...sellerOrder, discountShare: shares[i] ?? toPaise(0) })),
  }
}

const sum = <Row>(rows: readonly Row[], amountOf: (row: Row) => Paise): Paise =>
  toPaise(rows.reduce((total, row) => total + amountOf(row), 0))

const INSERT_ORDER_SQL = `
  INSERT INTO customer_order (id, number, account_id, status, payment_status, livemode, subtotal, shipping_total, discount_total, tax_total,
                              total, item_count, placed_at, updated_at)
  VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`

const INSERT_ADDRESS_SQL = `
  INSERT INTO delivery_address (order_id, name, phone, line1, line2, landmark, city, district, state, pincode, country)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const INSERT_SELLER_ORDER_SQL = `
  INSERT INTO seller_order (id, number, order_id, store_id, position, livemode, status, payment_status, subtotal, shipping_total, tax_total, total,
                            discount_share, placed_at, ship_by, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $10, $11, $12, now(), now() + make_interval(secs => $13), now())`

const INSERT_ITEM_SQL = `
  INSERT INTO order_item (order_id, seller_order_id, product_id, product_slug, variant_id, sku, name, options, image_path, quantity, unit_price, mrp, total, tax)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

const INSERT_PAYMENT_SQL = `
  INSERT INTO payment (id, order_id, method, status, amount, reference, created_at, paid_at)
  VALUES ($1, $2, $3, $4::text, $5, $6, now(), CASE WHEN $4::text = 'paid' THEN now() END)`

const insertOrder = async (
  tx: Queryable,
  order: ReturnType<typeof calculateOrder>,
  { accountId, livemode, address: a, payment }: Placement,
): Promise<void> => {
  const { id, number, subtotal, shipping, discount, tax, total, itemCount, parts } = order
  const paymentStatus = payment.paid ? "paid" : "pending"
  await query(
    INSERT_ORDER_SQL,
    [id, number, accountId, paymentStatus, livemode, subtotal, shipping, discount, tax, total, itemCount],
    tx,
  )
  await query(
    INSERT_ADDRESS_SQL,
    [id, a.name, a.phone, a.line1, a.line2, a.landmark, a.city, a.district, a.state, a.pincode, a.country],
    tx,
  )
  await query(INSERT_PAYMENT_SQL, [uuidv7(), id, payment.method, paymentStatus, total, payment.reference], tx)
  for (const sellerOrder of parts) {
    await query(
      INSERT_SELLER_ORDER_SQL,
      [
        sellerOrder.id,
        sellerOrder.number,
        id,
        sellerOrder.storeId,
        sellerOrder.position,
        livemode,
        paymentStatus,
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
      await query(
        INSERT_ITEM_SQL,
        [
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
        ],
        tx,
      )
    }
  }
}
