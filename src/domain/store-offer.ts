/** A variant with so many in stock or fewer is low on stock. */
export const LOW_STOCK = 5

export const PRODUCT_STATUSES = ["draft", "active", "archived"] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** How the portal sorts a store's offers. */
export const STORE_OFFER_SORTS = ["name", "-name", "sku", "-sku", "stock", "-stock", "price", "-price"] as const
export type StoreOfferSort = (typeof STORE_OFFER_SORTS)[number]

/** The longest search text of a store's offers, in characters. */
export const STORE_OFFER_SEARCH_MAX = 100
