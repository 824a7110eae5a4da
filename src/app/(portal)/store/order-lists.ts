import type { OrderStatus } from "@/domain/order-status"

const PER_PAGE = 20
const TEST_ORDERS_PER_PAGE = 10

// What the server prefetches is found by the browser only under the very same input.

/** The input of the list of a store's orders. */
export const ordersOnPage = (status: OrderStatus | undefined, page: number) => ({ status, page, per_page: PER_PAGE })

/** The input of the list whose total says how many orders have a status. */
export const waitingIn = (status: OrderStatus) => ({ status, per_page: 1 })

/** The input of the list of a store's test orders. */
export const testOrdersOnPage = (status: OrderStatus | undefined, page: number) => ({
  status,
  page,
  per_page: TEST_ORDERS_PER_PAGE,
})

/** The input of the list of what was recorded for test orders. */
export const eventsOf = (orders: readonly { id: string }[]) => ({ ids: orders.map(({ id }) => id) })
