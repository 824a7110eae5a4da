import { internalOrders } from "@/features/internal/router"

/** The operations of the marketplace's own shop, below /v1/internal. */
export const internal = internalOrders
