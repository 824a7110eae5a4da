/** Who works for a store: its owner, and what the owner lets others do. */
export const STORE_ROLES = ["owner", "manager", "orders", "catalogue"] as const
export type StoreRole = (typeof STORE_ROLES)[number]

/** The roles that an owner gives; ownership is handed over, not given. */
export const GIVEN_ROLES = ["manager", "orders", "catalogue"] as const satisfies readonly StoreRole[]

/** The roles that see a store's orders and move them (API-SPEC, GET /seller/orders). */
const ORDERS_ROLES: readonly StoreRole[] = ["owner", "manager", "orders"]

export const handlesOrders = (role: StoreRole): boolean => ORDERS_ROLES.includes(role)

/** The same in SQL, of "store_member m". */
export const HANDLES_ORDERS = `m.role IN (${ORDERS_ROLES.map((role) => `'${role}'`).join(", ")})`

/** In SQL, of "store_member m" and "store s": handles the orders of a store that is open. While it is suspended, nobody does. */
export const HANDLES_ORDERS_NOW = `${HANDLES_ORDERS} AND s.status = 'approved'`

export const STORE_STATUSES = ["pending", "approved", "suspended"] as const

/** How a store is named in addresses. */
export const STORE_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const STORE_SLUG_MAX = 60
/** What a name must match that stands in mails: no link may travel in it. */
export const MAILABLE_NAME = /^[^/:@<>]*$/

export const STORE_NAME_MAX = 80
export const STORE_DESCRIPTION_MAX = 500

/** What a store's name gives for addresses: Latin letters and digits joined by hyphens; "" when it has none of them. */
export const storeSlugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, STORE_SLUG_MAX)
    .replace(/-$/, "")

/** Six digits, the first not 0 (India Post). */
export const PINCODE = /^[1-9]\d{5}$/
