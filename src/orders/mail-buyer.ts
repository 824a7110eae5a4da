import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { addJob, type Receipt } from "@/platform/jobs"

// Emails to buyers. Orders of a sandbox send none.

interface Buyer {
  number: string
  order_number: string
  name: string
  email: string
  locale: string
}

const ORDER_BUYER_SQL = `
  SELECT o.number, o.number AS order_number, a.name, a.email, a.locale,
    json_build_object('items', (SELECT json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'unit_price', i.unit_price, 'total', i.total) ORDER BY i.id)
                                FROM order_item i WHERE i.order_id = o.id),
      'subtotal', o.subtotal, 'shipping_total', o.shipping_total, 'discount_total', o.discount_total, 'tax_total', o.tax_total, 'total', o.total) AS receipt
  FROM customer_order o JOIN account a ON a.id = o.account_id WHERE o.id = $1 AND o.livemode`

/** Emails the receipt of a new order. */
export async function mailOrderPlaced(tx: Queryable, orderId: string): Promise<void> {
  const [buyer] = await query<Buyer & { receipt: Receipt }>(ORDER_BUYER_SQL, [orderId], tx)
  if (!buyer) return
  const { name, email, locale, number, receipt } = buyer
  await addJob(tx, "send_mail", {
    id: `order-placed-${orderId}`,
    to: email,
    locale,
    template: "order_placed",
    values: { name, number, paise: receipt.total, receipt, link: orderUrl(number) },
  })
}

const SELLER_ORDER_BUYER_SQL = `
  SELECT so.number, o.number AS order_number, s.name AS store, a.name, a.email, a.locale,
    (SELECT count(*)::int FROM refund r WHERE r.seller_order_id = so.id) AS refunds
  FROM seller_order so JOIN customer_order o ON o.id = so.order_id JOIN store s ON s.id = so.store_id JOIN account a ON a.id = o.account_id
  WHERE so.id = $1 AND so.livemode`

/**
 * Emails the buyer that a seller order was cancelled or refunded.
 * @param paise the refunded amount
 * @param reason in the seller's words; null if none was given
 */
export async function mailCancelledOrRefunded(
  tx: Queryable,
  template: "order_cancelled" | "order_refunded",
  sellerOrderId: string,
  paise: number,
  reason: string | null,
): Promise<void> {
  const [buyer] = await query<Buyer & { store: string; refunds: number }>(SELLER_ORDER_BUYER_SQL, [sellerOrderId], tx)
  if (!buyer) return
  const { name, email, locale, number, store, refunds, order_number: order } = buyer
  // The id deduplicates emails: a seller order is cancelled once, but may have several refunds.
  const id =
    template === "order_cancelled" ? `order-cancelled-${sellerOrderId}` : `order-refunded-${sellerOrderId}-${refunds}`
  await addJob(tx, "send_mail", {
    id,
    to: email,
    locale,
    template,
    values: { name, number, store, paise, reason: reason ?? "", link: orderUrl(order) },
  })
}

function orderUrl(number: string): string {
  return `${env.appUrl}/orders/${number}`
}
