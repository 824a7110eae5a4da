import type { OrderStatus } from "@/domain/order-status"

const PER_PAGE = 20

// The browser finds prefetched data only under exactly the same input.

/** The input of the list of a store's orders. */
export const ordersQuery = (status: OrderStatus | undefined, page: number) => ({ status, page, per_page: PER_PAGE })

/** The input of a list whose total is the number of orders with a status. */
export const countQuery = (status: OrderStatus) => ({ status, per_page: 1 })

/** The input of the list of events of sandbox orders. */
export const eventsQuery = (orders: readonly { id: string }[]) => ({ ids: orders.map(({ id }) => id) })
