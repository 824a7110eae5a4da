/** Roles of a store's members: its owner and those the owner appoints. */
export const STORE_ROLES = ["owner", "manager", "orders", "catalogue"] as const
export type StoreRole = (typeof STORE_ROLES)[number]

/** The roles that an owner can assign; ownership is transferred instead. */
export const ASSIGNABLE_ROLES = ["manager", "orders", "catalogue"] as const satisfies readonly StoreRole[]
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number]

/** The roles that may read and change a store's orders (API-SPEC, GET /seller/orders). */
const ORDERS_ROLES: readonly StoreRole[] = ["owner", "manager", "orders"]

export function handlesOrders(role: StoreRole): boolean {
  return ORDERS_ROLES.includes(role)
}

/** The roles that may change what a store sells, and for how much. */
const CATALOGUE_ROLES: readonly StoreRole[] = ["owner", "manager", "catalogue"]

export function changesCatalogue(role: StoreRole): boolean {
  return CATALOGUE_ROLES.includes(role)
}

/**
 * SQL condition on "store_member m" and "store s": the member changes the catalogue, and the store is not suspended.
 */
export const CHANGES_CATALOGUE_SQL = `m.role IN (${CATALOGUE_ROLES.map((role) => `'${role}'`).join(", ")}) AND s.status = 'approved'`

/** SQL condition on "store_member m": the member handles orders. */
export const HANDLES_ORDERS_SQL = `m.role IN (${ORDERS_ROLES.map((role) => `'${role}'`).join(", ")})`

/** SQL condition on "store_member m" and "store s": the member handles orders, and the store is not suspended. */
export const HANDLES_APPROVED_ORDERS_SQL = `${HANDLES_ORDERS_SQL} AND s.status = 'approved'`

export const STORE_STATUSES = ["pending", "approved", "suspended"] as const

/** The store's name in URLs. */
export const STORE_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const STORE_SLUG_MAX = 60
/** Names in emails must match this, so that they cannot contain a link. */
export const MAILABLE_NAME = /^[^/:@<>]*$/

export const STORE_NAME_MAX = 80
export const STORE_DESCRIPTION_MAX = 500

/** Derives a store's slug from its name: Latin letters and digits joined by hyphens; "" if there are none. */
export function toStoreSlug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, STORE_SLUG_MAX)
    .replace(/-$/, "")
}

/** Six digits, the first not 0 (India Post). */
export const PINCODE = /^[1-9]\d{5}$/
