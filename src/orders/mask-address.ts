import type { z } from "zod"
import type { DeliveryAddress } from "@/orders/schema"

type Address = z.output<typeof DeliveryAddress>

/** Replaces every masked value, whatever its length. */
export const MASK = "••••••"

/** Masks a live order's delivery address for test credentials: only the town stays readable. */
function maskAddress(address: Address): Address {
  const { line2, landmark } = address
  return {
    ...address,
    name: MASK,
    phone: MASK,
    line1: MASK,
    line2: line2 && MASK,
    landmark: landmark && MASK,
    masked: true,
  }
}

/**
 * Returns an order with its delivery address as a credential of this mode may see it: test keys end up in CI logs,
 * chats and screenshots.
 */
export function maskForMode<Order extends { livemode: boolean; delivery_address: Address | null }>(
  order: Order,
  livemode: boolean,
): Order {
  if (livemode || !order.livemode || order.delivery_address === null) return order
  return { ...order, delivery_address: maskAddress(order.delivery_address) }
}
