// SQL: it reads an index in several places at once.
import { findAccountId } from "@/auth/find-account-id"
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@/domain/order-status"
import { LIVE_WORLD_SQL } from "@/domain/world"
import type { StaffOrderFilter, StaffOrderSummary } from "@/features/staff-orders/schema"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"

interface OrderRow extends Omit<StaffOrderSummary, "placed_at"> {
  placed_at: Date
}

const COLUMNS_SQL = "o.number, o.status, o.payment_status, o.placed_at, o.total"

// Each condition has a bound, so that a plan for all values reads the same part of the index.
const FILTER_SQL = `o.world_id = ${LIVE_WORLD_SQL} AND o.placed_at >= $3::timestamptz AND o.placed_at < $4::timestamptz AND (o.placed_at, o.number) <
  (coalesce((SELECT placed_at FROM customer_order WHERE number = $5 AND world_id = ${LIVE_WORLD_SQL}), 'infinity'), $5::text)`

const NEWEST_SQL = "ORDER BY placed_at DESC, number DESC LIMIT $6"

/** The newest of each status and payment status, which an index lists, and of them the newest. */
const ALL_SQL = `
  SELECT newest.* FROM unnest($1::text[]) AS s(status) CROSS JOIN unnest($2::text[]) AS p(payment_status) CROSS JOIN LATERAL (
    SELECT ${COLUMNS_SQL} FROM customer_order o
    WHERE o.status = s.status AND o.payment_status = p.payment_status AND ${FILTER_SQL} ${NEWEST_SQL}) newest
  ${NEWEST_SQL}`

const BUYER_SQL = `
  SELECT ${COLUMNS_SQL} FROM customer_order o
  WHERE o.account_id = $7 AND o.status = ANY ($1::text[]) AND o.payment_status = ANY ($2::text[]) AND ${FILTER_SQL} ${NEWEST_SQL}`

/** The live orders that match, the newest first. */
export async function listOrders({
  status,
  payment_status: payment,
  placed_from: from,
  placed_before: before,
  buyer,
  after,
  limit,
}: StaffOrderFilter): Promise<{ data: StaffOrderSummary[]; next: string | null }> {
  const accountId = buyer === "" ? null : await findAccountId(buyer)
  if (accountId === undefined) return { data: [], next: null }
  const values = [
    status ? [status] : ORDER_STATUSES,
    payment ? [payment] : PAYMENT_STATUSES,
    from ?? "-infinity",
    before ?? "infinity",
    after ?? "",
    limit + 1,
  ]
  const orders =
    accountId === null
      ? await query<OrderRow>(ALL_SQL, values)
      : await query<OrderRow>(BUYER_SQL, [...values, accountId])
  const page = orders.slice(0, limit)
  return {
    data: page.map((order) => ({ ...order, placed_at: toTimestamp(order.placed_at) })),
    next: orders.length > limit ? (page.at(-1)?.number ?? null) : null,
  }
}
