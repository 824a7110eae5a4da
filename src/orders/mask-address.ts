import type { z } from "zod"
import type { DeliveryAddress } from "@/orders/schema"

type Address = z.output<typeof DeliveryAddress>

/** Stands for every masked value, whatever its length was. */
export const MASK = "••••••"

/** A live order's address as test credentials see it: the town stays, the person does not. */
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

/** An order with its address as a credential of this mode may see it: test keys end up in CI logs, chats and screenshots. */
export function maskForMode<Order extends { livemode: boolean; delivery_address: Address | null }>(
  order: Order,
  livemode: boolean,
): Order {
  if (livemode || !order.livemode || order.delivery_address === null) return order
  return { ...order, delivery_address: maskAddress(order.delivery_address) }
}
