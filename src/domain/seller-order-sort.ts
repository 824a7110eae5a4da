/** The orders in which a store's orders can be listed; "-" is descending. */
export const SELLER_ORDER_SORTS = [
  "-placed_at",
  "placed_at",
  "-updated_at",
  "updated_at",
  "ship_by",
  "-ship_by",
] as const
export type SellerOrderSort = (typeof SELLER_ORDER_SORTS)[number]
