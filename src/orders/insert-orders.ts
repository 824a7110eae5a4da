import type { Paise } from "@/domain/money"
import type { OrderStatus, PaymentStatus } from "@/domain/order-status"
import { LIVE_WORLD_SQL } from "@/domain/world"
import type { PricedLine, VariantRow } from "@/orders/calculate-order"

// Many live orders at once: one statement for each table. It is given what runs a statement, because an import has a
// connection of its own.

/** Runs a statement and returns its rows. */
export type RunStatement = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

export const PAYMENT_METHODS = ["upi", "card", "netbanking", "wallet", "cod"] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export interface OrderAddress {
  name: string
  phone: string
  line1: string
  line2: string | null
  landmark: string | null
  city: string
  district: string
  state: string
  pincode: string
  country: string
}

/** What one store fulfils of a new order. */
export interface NewSellerOrder {
  id: string
  number: string
  position: number
  storeId: number
  /** The slug and the name of its store. */
  store: string
  storeName: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  subtotal: Paise
  shipping: Paise
  tax: Paise
  total: Paise
  discountShare: Paise
  shipBy: Date
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  updatedAt: Date
  items: readonly (PricedLine & { id: number })[]
  shipment: { courier_name: string; awb: string; tracking_url: string | null } | null
  refunds: readonly { id: string; amount: number; reason: string | null; at: Date }[]
}

export interface NewOrder {
  id: string
  number: string
  accountId: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  subtotal: Paise
  shipping: Paise
  discount: Paise
  tax: Paise
  total: Paise
  itemCount: number
  placedAt: Date
  updatedAt: Date
  address: OrderAddress
  payment: {
    id: string
    method: PaymentMethod
    status: "pending" | "paid" | "failed"
    amount: number
    reference: string | null
    paidAt: Date | null
  }
  parts: readonly NewSellerOrder[]
}

/** The total of the refunds of a part, in paise. */
export function refundedTotal({ refunds }: Pick<NewSellerOrder, "refunds">): number {
  return refunds.reduce((total, { amount }) => total + amount, 0)
}

type ColumnType = "uuid" | "text" | "int" | "timestamptz" | "jsonb"

// The columns of the records, in the order of the INSERT.
const insertSql = (table: string, columns: Record<string, ColumnType>): string => {
  const names = Object.keys(columns).join(", ")
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_to_recordset($1::json) AS r (${typed.join(", ")})`
}

const INSERT_SQL = {
  order: insertSql("customer_order", {
    id: "uuid",
    number: "text",
    account_id: "uuid",
    status: "text",
    payment_status: "text",
    subtotal: "int",
    shipping_total: "int",
    discount_total: "int",
    tax_total: "int",
    total: "int",
    refunded_total: "int",
    item_count: "int",
    placed_at: "timestamptz",
    updated_at: "timestamptz",
  }),
  address: insertSql("delivery_address", {
    order_id: "uuid",
    name: "text",
    phone: "text",
    line1: "text",
    line2: "text",
    landmark: "text",
    city: "text",
    district: "text",
    state: "text",
    pincode: "text",
    country: "text",
  }),
  payment: insertSql("payment", {
    id: "uuid",
    order_id: "uuid",
    method: "text",
    status: "text",
    amount: "int",
    reference: "text",
    created_at: "timestamptz",
    paid_at: "timestamptz",
  }),
  sellerOrder: insertSql("seller_order", {
    id: "uuid",
    number: "text",
    order_id: "uuid",
    store_id: "int",
    position: "int",
    status: "text",
    payment_status: "text",
    subtotal: "int",
    shipping_total: "int",
    tax_total: "int",
    total: "int",
    discount_share: "int",
    refunded_total: "int",
    placed_at: "timestamptz",
    ship_by: "timestamptz",
    shipped_at: "timestamptz",
    delivered_at: "timestamptz",
    cancelled_at: "timestamptz",
    updated_at: "timestamptz",
  }),
  item: insertSql("order_item", {
    id: "int",
    order_id: "uuid",
    seller_order_id: "uuid",
    product_id: "int",
    product_slug: "text",
    variant_id: "int",
    sku: "text",
    name: "text",
    options: "jsonb",
    image_path: "text",
    quantity: "int",
    unit_price: "int",
    mrp: "int",
    total: "int",
    tax: "int",
  }),
  shipment: insertSql("shipment", {
    seller_order_id: "uuid",
    courier_name: "text",
    awb: "text",
    tracking_url: "text",
    shipped_at: "timestamptz",
    delivered_at: "timestamptz",
  }),
  refund: insertSql("refund", {
    id: "uuid",
    order_id: "uuid",
    seller_order_id: "uuid",
    payment_id: "uuid",
    amount: "int",
    reason: "text",
    created_at: "timestamptz",
  }),
}

/** The rows of live orders, by table. */
function rowsOf(orders: readonly NewOrder[]): Record<keyof typeof INSERT_SQL, object[]> {
  const parts = orders.flatMap((order) => order.parts.map((part) => ({ order, part })))
  return {
    order: orders.map((order) => ({
      id: order.id,
      number: order.number,
      account_id: order.accountId,
      status: order.status,
      payment_status: order.paymentStatus,
      subtotal: order.subtotal,
      shipping_total: order.shipping,
      discount_total: order.discount,
      tax_total: order.tax,
      total: order.total,
      refunded_total: order.parts.reduce((total, part) => total + refundedTotal(part), 0),
      item_count: order.itemCount,
      placed_at: order.placedAt,
      updated_at: order.updatedAt,
    })),
    address: orders.map(({ id, address }) => ({ order_id: id, ...address })),
    payment: orders.map(({ id, placedAt, payment }) => ({
      id: payment.id,
      order_id: id,
      method: payment.method,
      status: payment.status,
      amount: payment.amount,
      reference: payment.reference,
      created_at: placedAt,
      paid_at: payment.paidAt,
    })),
    sellerOrder: parts.map(({ order, part }) => ({
      id: part.id,
      number: part.number,
      order_id: order.id,
      store_id: part.storeId,
      position: part.position,
      status: part.status,
      payment_status: part.paymentStatus,
      subtotal: part.subtotal,
      shipping_total: part.shipping,
      tax_total: part.tax,
      total: part.total,
      discount_share: part.discountShare,
      refunded_total: refundedTotal(part),
      placed_at: order.placedAt,
      ship_by: part.shipBy,
      shipped_at: part.shippedAt,
      delivered_at: part.deliveredAt,
      cancelled_at: part.cancelledAt,
      updated_at: part.updatedAt,
    })),
    item: parts.flatMap(({ order, part }) =>
      part.items.map((item) => ({
        id: item.id,
        order_id: order.id,
        seller_order_id: part.id,
        product_id: item.product_id,
        product_slug: item.product_slug,
        variant_id: item.variant_id,
        sku: item.sku,
        name: item.name,
        options: item.options,
        image_path: item.image_path,
        quantity: item.quantity,
        unit_price: item.price,
        mrp: item.mrp,
        total: item.total,
        tax: item.tax,
      })),
    ),
    shipment: parts.flatMap(({ part }) =>
      part.shipment
        ? [
            {
              seller_order_id: part.id,
              ...part.shipment,
              shipped_at: part.shippedAt,
              delivered_at: part.deliveredAt,
            },
          ]
        : [],
    ),
    refund: parts.flatMap(({ order, part }) =>
      part.refunds.map(({ id, amount, reason, at }) => ({
        id,
        order_id: order.id,
        seller_order_id: part.id,
        payment_id: order.payment.id,
        amount,
        reason,
        created_at: at,
      })),
    ),
  }
}

/** Inserts live orders as they are given, without events, emails or a change of stock. */
export async function insertOrders(run: RunStatement, orders: readonly NewOrder[]): Promise<void> {
  const rows = rowsOf(orders)
  // Pipelined, in the order of their foreign keys.
  await Promise.all(
    (["order", "address", "payment", "sellerOrder", "item", "shipment", "refund"] as const)
      .filter((table) => rows[table].length > 0)
      .map((table) => run(INSERT_SQL[table], [JSON.stringify(rows[table])])),
  )
}

const TAKE_NUMBERS_SQL = `
  SELECT (SELECT coalesce(json_agg(nextval('customer_order_number')), '[]') FROM generate_series(1, $1)) AS orders,
         (SELECT coalesce(json_agg(nextval('order_item_id_seq')), '[]') FROM generate_series(1, $2)) AS items, now() AS now`

/** Takes the serial numbers of new orders and the ids of their items, which nobody else then gets. */
export async function takeNumbers(
  run: RunStatement,
  { orders, items }: { orders: number; items: number },
): Promise<{ order: () => number; item: () => number; now: Date }> {
  const [taken] = await run<{ orders: number[]; items: number[]; now: Date }>(TAKE_NUMBERS_SQL, [orders, items])
  if (!taken) throw new Error("the sequences gave no numbers")
  const next = (numbers: number[]) => {
    const left = numbers.values()
    return (): number => {
      const { value } = left.next()
      if (value === undefined) throw new Error("more numbers are needed than were taken")
      return value
    }
  }
  return { order: next(taken.orders), item: next(taken.items), now: taken.now }
}

const VARIANT_COLUMNS = `
  v.id AS variant_id, v.world_id AS catalogue_world_id, p.store_id, p.id AS product_id, p.slug AS product_slug, v.sku, p.name, v.price, v.mrp, p.gst_percent,
  v.stock, p.status = 'active' AND s.status = 'approved' AS for_sale, s.slug AS store, s.name AS store_name,
  (SELECT count(*) FROM product_variant o WHERE o.product_id = p.id) = 1 AS only_variant,
  coalesce((SELECT json_agg(json_build_object('name', n.name, 'value', x.value) ORDER BY n.position)
            FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
            WHERE c.variant_id = v.id), '[]') AS options,
  coalesce((SELECT path FROM product_image WHERE id = v.image_id),
           (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image_path`

/** Live variants by $1, their SKUs, and $2, the ids of their products. */
export const FIND_VARIANTS_SQL = `
  SELECT ${VARIANT_COLUMNS} FROM product_variant v JOIN product p ON p.id = v.product_id JOIN store s ON s.id = p.store_id
  WHERE v.world_id = ${LIVE_WORLD_SQL} AND v.id IN (
    SELECT id FROM product_variant WHERE world_id = ${LIVE_WORLD_SQL} AND sku = ANY ($1::text[])
    UNION ALL SELECT id FROM product_variant WHERE world_id = ${LIVE_WORLD_SQL} AND product_id = ANY ($2::int[]))`

/** A live variant with what decides whether it can be ordered. */
export interface FoundVariant extends VariantRow {
  stock: number
  for_sale: boolean
  /** The slug and the name of its store. */
  store: string
  store_name: string
  /** Whether its product has no other variant. */
  only_variant: boolean
}

/** A line of a new order that knows its store. */
export type StoreLine = PricedLine & Pick<FoundVariant, "store" | "store_name">

/** Returns the slugs and names of the stores of these lines, by their ids. */
export function storesOf(lines: readonly StoreLine[]): Map<number, { store: string; storeName: string }> {
  return new Map(lines.map(({ store_id: id, store, store_name: storeName }) => [id, { store, storeName }]))
}

/** Names an item of an order: a SKU, or a product with one variant. */
export interface ItemName {
  sku?: string | null | undefined
  product_id?: number | null | undefined
}

export class VariantIndex {
  private readonly bySku = new Map<string, FoundVariant>()
  private readonly byProduct = new Map<number, FoundVariant>()

  constructor(variants: readonly FoundVariant[]) {
    for (const variant of variants) {
      this.bySku.set(variant.sku, variant)
      this.byProduct.set(variant.product_id, variant)
    }
  }

  /** Returns the variant, or why the name stands for none. */
  find({ sku, product_id: productId }: ItemName): FoundVariant | string {
    if (sku !== undefined && sku !== null) return this.bySku.get(sku) ?? `there is no SKU ${sku}`
    const variant = this.byProduct.get(productId ?? 0)
    if (!variant) return `there is no product ${productId}`
    return variant.only_variant ? variant : `product ${productId} has several variants: name one by its sku`
  }
}

/** Reads the live variants of these items. */
export async function findVariants(run: RunStatement, items: readonly ItemName[]): Promise<VariantIndex> {
  const skus = items.flatMap(({ sku }) => (sku === undefined || sku === null ? [] : [sku]))
  const products = items.flatMap(({ sku, product_id: id }) => (sku === undefined || sku === null ? [id ?? 0] : []))
  return new VariantIndex(await run<FoundVariant>(FIND_VARIANTS_SQL, [[...new Set(skus)], [...new Set(products)]]))
}

const CREATE_BUYERS_SQL = `
  INSERT INTO account (id, email, name, updated_at) SELECT r.id, r.email, r.name, now()
  FROM json_to_recordset($1::json) AS r (id uuid, email citext, name text) ORDER BY r.email ON CONFLICT (email) DO NOTHING`
const FIND_BUYERS_SQL = `
  SELECT a.id, r.email FROM unnest($1::text[]) AS r (email) JOIN account a ON a.email = r.email::citext WHERE a.deleted_at IS NULL`

/**
 * Finds the accounts of buyers by email address. An unknown buyer with a name gets an account: without a password, so
 * that its owner signs in by resetting it.
 * @param newId makes an id for an account
 * @returns the ids of the accounts, by the email address as it was given
 */
export async function findBuyers(
  run: RunStatement,
  buyers: readonly { email: string; name?: string | null | undefined }[],
  newId: () => string,
): Promise<Map<string, string>> {
  const emails = [...new Set(buyers.map(({ email }) => email))]
  const read = async (): Promise<Map<string, string>> =>
    new Map((await run<{ id: string; email: string }>(FIND_BUYERS_SQL, [emails])).map(({ id, email }) => [email, id]))
  const found = await read()
  const unknown = new Map<string, { id: string; email: string; name: string }>()
  for (const { email, name } of buyers) {
    const lowered = email.toLowerCase()
    if (typeof name === "string" && !found.has(email) && !unknown.has(lowered))
      unknown.set(lowered, { id: newId(), email, name })
  }
  if (unknown.size === 0) return found
  await run(CREATE_BUYERS_SQL, [JSON.stringify([...unknown.values()])])
  return read()
}
