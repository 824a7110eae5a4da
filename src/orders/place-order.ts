import { v7 as uuidv7 } from "uuid"
import type { z } from "zod"
import { SHIP_WITHIN_SECONDS, shippingOf } from "@/domain/delivery-terms"
import { type Paise, shareDiscount, taxIncluded, toPaise } from "@/domain/money"
import { orderNumber, partNumber } from "@/domain/order-number"
import { invalid } from "@/domain/problem"
import { mailPlaced } from "@/orders/mail-buyer"
import { checkStock, type Line, takeStock } from "@/orders/stock"
import { tellBuyer, tellStores } from "@/orders/tell"
import { type Queryable, query } from "@/platform/db/query"
import type { DeliveryAddress } from "@/orders/schema"

export interface Placement {
  /** The buyer. */
  accountId: string
  /** False for a sandbox order, which reserves no stock and sends no emails. */
  livemode: boolean
  lines: readonly Line[]
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
  const lines = together(placement.lines)
  await (placement.livemode ? takeStock : checkStock)(tx, lines)
  const order = draw(await read(tx, lines), placement.discount ?? toPaise(0), await nextNumber(tx))
  await write(tx, order, placement)
  await tellBuyer(tx, "order.created", order.id)
  await tellStores(
    tx,
    order.parts.map(({ id }) => id),
  )
  await mailPlaced(tx, order.id)
  return {
    id: order.id,
    number: order.number,
    parts: order.parts.map(({ id, number, storeId }) => ({ id, number, storeId })),
  }
}

/** Merges the lines of the same variant. */
const together = (lines: readonly Line[]): Line[] => {
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

type Bought = VariantRow & { quantity: number; total: Paise; tax: Paise }

const VARIANTS = `
  SELECT v.id AS variant_id, p.store_id, p.id AS product_id, p.slug AS product_slug, v.sku, p.name, v.price, v.mrp, p.gst_percent,
    coalesce((SELECT json_agg(json_build_object('name', n.name, 'value', x.value) ORDER BY n.position)
              FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
              WHERE c.variant_id = v.id), '[]') AS options,
    coalesce((SELECT path FROM product_image WHERE id = v.image_id),
             (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image_path
  FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ANY ($1::int[])`

const read = async (tx: Queryable, lines: readonly Line[]): Promise<Bought[]> => {
  const rows = new Map(
    (await query<VariantRow>(VARIANTS, [lines.map(({ variantId }) => variantId)], tx)).map((row) => [
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

const draw = (items: readonly Bought[], discount: Paise, number: string) => {
  const byStore = new Map<number, Bought[]>()
  for (const item of items) byStore.set(item.store_id, [...(byStore.get(item.store_id) ?? []), item])
  const parts = [...byStore].map(([storeId, bought], i) => {
    const subtotal = sum(bought, ({ total }) => total)
    const shipping = shippingOf(subtotal)
    return {
      id: uuidv7(),
      number: partNumber(number, i + 1),
      position: i + 1,
      storeId,
      items: bought,
      subtotal,
      shipping,
      tax: sum(bought, ({ tax }) => tax),
      total: toPaise(subtotal + shipping),
    }
  })
  const subtotal = sum(parts, (part) => part.subtotal)
  if (discount > subtotal) throw invalid("discount", "too_big", "A discount cannot be more than what the items cost.")
  const shares = shareDiscount(
    discount,
    parts.map((part) => part.subtotal),
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
    parts: parts.map((part, i) => ({ ...part, discountShare: shares[i] ?? toPaise(0) })),
  }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => Paise): Paise =>
  toPaise(rows.reduce((total, row) => total + of(row), 0))

const ORDER = `
  INSERT INTO customer_order (id, number, account_id, status, payment_status, livemode, subtotal, shipping_total, discount_total, tax_total,
                              total, item_count, placed_at, updated_at)
  VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`

const ADDRESS = `
  INSERT INTO delivery_address (order_id, name, phone, line1, line2, landmark, city, district, state, pincode, country)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const PART = `
  INSERT INTO seller_order (id, number, order_id, store_id, position, livemode, status, payment_status, subtotal, shipping_total, tax_total, total,
                            discount_share, placed_at, ship_by, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $10, $11, $12, now(), now() + make_interval(secs => $13), now())`

const ITEM = `
  INSERT INTO order_item (order_id, seller_order_id, product_id, product_slug, variant_id, sku, name, options, image_path, quantity, unit_price, mrp, total, tax)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

const PAYMENT = `
  INSERT INTO payment (id, order_id, method, status, amount, reference, created_at, paid_at)
  VALUES ($1, $2, $3, $4::text, $5, $6, now(), CASE WHEN $4::text = 'paid' THEN now() END)`

const write = async (
  tx: Queryable,
  order: ReturnType<typeof draw>,
  { accountId, livemode, address: a, payment }: Placement,
): Promise<void> => {
  const { id, number, subtotal, shipping, discount, tax, total, itemCount, parts } = order
  const paymentStatus = payment.paid ? "paid" : "pending"
  await query(
    ORDER,
    [id, number, accountId, paymentStatus, livemode, subtotal, shipping, discount, tax, total, itemCount],
    tx,
  )
  await query(
    ADDRESS,
    [id, a.name, a.phone, a.line1, a.line2, a.landmark, a.city, a.district, a.state, a.pincode, a.country],
    tx,
  )
  await query(PAYMENT, [uuidv7(), id, payment.method, paymentStatus, total, payment.reference], tx)
  for (const p of parts) {
    await query(
      PART,
      [
        p.id,
        p.number,
        id,
        p.storeId,
        p.position,
        livemode,
        paymentStatus,
        p.subtotal,
        p.shipping,
        p.tax,
        p.total,
        p.discountShare,
        SHIP_WITHIN_SECONDS,
      ],
      tx,
    )
    for (const i of p.items) {
      await query(
        ITEM,
        [
          id,
          p.id,
          i.product_id,
          i.product_slug,
          i.variant_id,
          i.sku,
          i.name,
          JSON.stringify(i.options),
          i.image_path,
          i.quantity,
          i.price,
          i.mrp,
          i.total,
          i.tax,
        ],
        tx,
      )
    }
  }
}
