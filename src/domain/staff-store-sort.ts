/** The orders in which staff list stores; "-" is descending. Without one, those that wait for a decision come first. */
export const STAFF_STORE_SORTS = [
  "name",
  "-name",
  "created",
  "-created",
  "people",
  "-people",
  "products",
  "-products",
] as const
export type StaffStoreSort = (typeof STAFF_STORE_SORTS)[number]
