import type { Paise } from "@/domain/money"
import type { OrderStatus, PaymentStatus } from "@/domain/order-status"
import { sumOf } from "@/domain/sum"
import type { PricedLine } from "@/orders/calculate-order"

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
  sellerOrders: readonly NewSellerOrder[]
}

/** The total of the refunds of a seller order, in paise. */
export function refundedTotal({ refunds }: Pick<NewSellerOrder, "refunds">): number {
  return sumOf(refunds, ({ amount }) => amount)
}

type ColumnType = "uuid" | "text" | "int" | "timestamptz" | "jsonb"

// The columns of the records, in the order of the INSERT.
function insertSql(table: string, columns: Record<string, ColumnType>): string {
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
  const sellerOrders = orders.flatMap((order) => order.sellerOrders.map((sellerOrder) => ({ order, sellerOrder })))
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
      refunded_total: sumOf(order.sellerOrders, refundedTotal),
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
    sellerOrder: sellerOrders.map(({ order, sellerOrder }) => ({
      id: sellerOrder.id,
      number: sellerOrder.number,
      order_id: order.id,
      store_id: sellerOrder.storeId,
      position: sellerOrder.position,
      status: sellerOrder.status,
      payment_status: sellerOrder.paymentStatus,
      subtotal: sellerOrder.subtotal,
      shipping_total: sellerOrder.shipping,
      tax_total: sellerOrder.tax,
      total: sellerOrder.total,
      discount_share: sellerOrder.discountShare,
      refunded_total: refundedTotal(sellerOrder),
      placed_at: order.placedAt,
      ship_by: sellerOrder.shipBy,
      shipped_at: sellerOrder.shippedAt,
      delivered_at: sellerOrder.deliveredAt,
      cancelled_at: sellerOrder.cancelledAt,
      updated_at: sellerOrder.updatedAt,
    })),
    item: sellerOrders.flatMap(({ order, sellerOrder }) =>
      sellerOrder.items.map((item) => ({
        id: item.id,
        order_id: order.id,
        seller_order_id: sellerOrder.id,
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
    shipment: sellerOrders.flatMap(({ sellerOrder }) =>
      sellerOrder.shipment
        ? [
            {
              seller_order_id: sellerOrder.id,
              ...sellerOrder.shipment,
              shipped_at: sellerOrder.shippedAt,
              delivered_at: sellerOrder.deliveredAt,
            },
          ]
        : [],
    ),
    refund: sellerOrders.flatMap(({ order, sellerOrder }) =>
      sellerOrder.refunds.map(({ id, amount, reason, at }) => ({
        id,
        order_id: order.id,
        seller_order_id: sellerOrder.id,
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

const ALLOCATE_NUMBERS_SQL = `
  SELECT (SELECT coalesce(json_agg(nextval('customer_order_number')), '[]') FROM generate_series(1, $1)) AS orders,
         (SELECT coalesce(json_agg(nextval('order_item_id_seq')), '[]') FROM generate_series(1, $2)) AS items, now() AS now`

/** Allocates the serial numbers of new orders and the ids of their items. */
export async function allocateOrderNumbers(
  run: RunStatement,
  { orders, items }: { orders: number; items: number },
): Promise<{ order: () => number; item: () => number; now: Date }> {
  const [taken] = await run<{ orders: number[]; items: number[]; now: Date }>(ALLOCATE_NUMBERS_SQL, [orders, items])
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
