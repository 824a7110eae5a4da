import { apps } from "@/features/apps/router"
import { keys } from "@/features/api-keys/router"
import { categories } from "@/features/categories/router"
import { deprecations } from "@/features/deprecations/router"
import { limits } from "@/features/limits/router"
import { me } from "@/features/me/router"
import { orders } from "@/features/orders/router"
import { products } from "@/features/products/router"
import { suggestions } from "@/features/products/suggestions/router"
import { requests } from "@/features/requests/router"
import { sandboxControls } from "@/features/sandbox/router"
import { sellerOrders } from "@/features/seller-orders/router"
import { sellerShipments } from "@/features/seller-orders/shipments/router"
import { sellerProducts } from "@/features/seller-products/router"
import { sandboxOrders } from "@/features/seller-orders/sandbox/router"
import { status } from "@/features/status/router"
import { usageReport } from "@/features/usage/router"
import { webhookDeliveries } from "@/webhooks/deliveries/router"
import { webhookEndpoints } from "@/webhooks/endpoints/router"
import { webhookEvents } from "@/webhooks/events/router"
import { router } from "@/trpc/procedures"

/** The public operations of /v1; internal.ts has those of the operator's own shop. */
export const v1 = router({
  me,
  apps,
  status,
  categories,
  products,
  suggestions,
  orders,
  sellerOrders,
  sellerShipments,
  limits,
  usageReport,
  requests,
  deprecations,
  keys,
  sellerProducts,
  webhookEndpoints,
  webhookEvents,
  webhookDeliveries,
  sandboxControls,
  sandboxOrders,
})
