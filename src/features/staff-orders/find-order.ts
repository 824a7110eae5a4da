import { ORDER_NUMBER, PART_NUMBER } from "@/domain/order-number"
import { canBecome, type OrderStatus, type PaymentStatus } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import type { StaffOrder } from "@/features/staff-orders/schema"
import { query } from "@/platform/db"

interface PartRow {
  id: string
  number: string
  store: { slug: string; name: string }
  status: OrderStatus
  payment_status: PaymentStatus
  items: StaffOrder["parts"][number]["items"]
  price: number
  refunded_total: number
}

type OrderRow = Pick<
  StaffOrder,
  | "number"
  | "status"
  | "payment_status"
  | "livemode"
  | "own"
  | "total"
  | "discount_total"
  | "refunded_total"
  | "payments"
  | "refunds"
  | "history"
  | "placed_at"
  | "buyer"
> & {
  id: string
  parts: PartRow[]
}

const ORDER = `
  SELECT o.id, o.number, o.status, o.payment_status, o.livemode, iso_utc(o.placed_at) AS placed_at, o.account_id = $2 AS own,
    json_build_object('id', a.id, 'name', a.name, 'email', a.email) AS buyer, o.total, o.discount_total, o.refunded_total,
    (SELECT json_agg(json_build_object('id', p.id, 'number', p.number, 'store', json_build_object('slug', s.slug, 'name', s.name), 'status', p.status,
       'payment_status', p.payment_status, 'price', p.total - p.discount_share, 'refunded_total', p.refunded_total,
       'items', (SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'quantity', i.quantity, 'total', i.total) ORDER BY i.id)
                 FROM order_item i WHERE i.seller_order_id = p.id)) ORDER BY p.position)
     FROM seller_order p JOIN store s ON s.id = p.store_id WHERE p.order_id = o.id) AS parts,
    coalesce((SELECT json_agg(json_build_object('id', m.id, 'method', m.method, 'status', m.status, 'amount', m.amount, 'reference', m.reference,
       'paid_at', iso_utc(m.paid_at)) ORDER BY m.created_at)
     FROM payment m WHERE m.order_id = o.id), '[]') AS payments,
    coalesce((SELECT json_agg(json_build_object('id', r.id, 'part', p.number, 'amount', r.amount, 'reason', r.reason, 'created_at', iso_utc(r.created_at))
       ORDER BY r.created_at DESC, r.id DESC)
     FROM refund r LEFT JOIN seller_order p ON p.id = r.seller_order_id WHERE r.order_id = o.id), '[]') AS refunds,
    coalesce((SELECT json_agg(json_build_object('id', e.id, 'action', e.action, 'actor', w.name, 'created_at', iso_utc(e.created_at), 'reason', e.data->>'reason')
       ORDER BY e.created_at DESC, e.id DESC)
     FROM audit_entry e LEFT JOIN account w ON w.id = e.actor_id
     WHERE e.subject IN (SELECT o.id::text UNION ALL SELECT p.id::text FROM seller_order p WHERE p.order_id = o.id)), '[]') AS history
  FROM customer_order o JOIN account a ON a.id = o.account_id WHERE o.number = $1`

/** Any order, by its own number or that of one of its parts; null when there is none. */
export const findOrder = async (accountId: string, number: string): Promise<StaffOrder | null> => {
  const asked = number.trim().toUpperCase()
  const wanted = PART_NUMBER.test(asked) ? asked.replace(/-\d+$/, "") : asked
  const [order] = ORDER_NUMBER.test(wanted) ? await query<OrderRow>(ORDER, [wanted, accountId]) : []
  if (!order) return null
  const parts = order.parts.map((part) => ({
    ...part,
    id: publicId("seller_order", part.id),
    refundable:
      part.payment_status === "paid" || part.payment_status === "partially_refunded"
        ? part.price - part.refunded_total
        : 0,
    cancellable: canBecome(part.status, "cancelled"),
  }))
  return {
    ...order,
    id: publicId("order", order.id),
    buyer: { ...order.buyer, id: publicId("account", order.buyer.id) },
    parts,
    refundable: parts.reduce((sum, { refundable }) => sum + refundable, 0),
  }
}
