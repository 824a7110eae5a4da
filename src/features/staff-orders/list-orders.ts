import type { OrderStatus, PaymentStatus } from "@/domain/order-status"
import { LIVE_WORLD } from "@/domain/world"
import type { StaffOrderSummary } from "@/features/staff-orders/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

const ORDERS_PER_PAGE = 50

/**
 * The live orders by their numbers, which contain the month and rise within it; the newest first, 50 per page.
 * @param after the number of the order before the first of the page
 */
export async function listOrders(
  after: string | undefined,
): Promise<{ data: StaffOrderSummary[]; next: string | null }> {
  const orders = await prisma().customerOrder.findMany({
    where: {
      worldId: LIVE_WORLD.id,
      accountId: { not: null },
      ...(after !== undefined && { number: { lt: after } }),
    },
    select: { number: true, status: true, paymentStatus: true, placedAt: true, total: true },
    orderBy: { number: "desc" },
    take: ORDERS_PER_PAGE + 1,
  })
  const page = orders.slice(0, ORDERS_PER_PAGE)
  return {
    data: page.map(({ number, status, paymentStatus, placedAt, total }) => ({
      number,
      status: status as OrderStatus,
      payment_status: paymentStatus as PaymentStatus,
      placed_at: toTimestamp(placedAt),
      total,
    })),
    next: orders.length > ORDERS_PER_PAGE ? (page.at(-1)?.number ?? null) : null,
  }
}
