import { toPaise } from "@/domain/money"
import { publicId } from "@/domain/public-id"
import { LIVE_WORLD } from "@/domain/world"
import { cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { type PlacedOrder, placeOrder } from "@/orders/place-order"
import { refundSellerOrder } from "@/orders/refund"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import type { OrderLine } from "@/orders/stock"
import type { ClientBase } from "pg"
import type { AccountRecord } from "./accounts"
import type { ProductRecord } from "./catalogue"
import { drawConsignment } from "./couriers"
import type { Marketplace } from "./marketplace"
import type { Random } from "./random"

type Step = "confirm" | "pack" | "ship" | "deliver" | "cancel" | "refund_some" | "refund_all"

/** The steps that today's orders have taken at the demo's store. */
const COURSES: readonly (readonly Step[])[] = [
  [],
  [],
  [],
  ["confirm"],
  ["confirm"],
  ["confirm", "pack"],
  ["confirm", "pack", "ship"],
  ["confirm", "ship"],
  ["confirm", "pack", "ship", "deliver"],
  ["cancel"],
  ["confirm", "cancel"],
  ["confirm", "pack", "ship", "deliver", "refund_some"],
  ["confirm", "pack", "ship", "deliver", "refund_all"],
]

const STORE = 1

/**
 * Creates today's orders through the regular operations, so that the demo has events, emails and used stock.
 * @returns the number of orders
 */
export async function writeTodaysOrders(
  client: ClientBase,
  { accounts, products, stores }: Marketplace,
  random: Random,
): Promise<number> {
  const customer = accounts.find(({ demo }) => demo === "customer")
  const crowd = accounts.filter(({ appetite }) => appetite > 0)
  const approved = new Set(stores.filter(({ status }) => status === "approved").map(({ id }) => id))
  const onSale = products.filter(
    ({ status, storeId, variants }) =>
      status === "active" && approved.has(storeId) && variants.some(({ stock }) => stock > 3),
  )
  const own = onSale.filter(({ storeId }) => storeId === STORE)
  const others = onSale.filter(({ storeId }) => storeId !== STORE)
  for (const [i, course] of COURSES.entries()) {
    const account = i % 3 === 0 && customer ? customer : random.pick(crowd)
    const basket = [
      random.pick(own),
      ...(i % 2 === 0 ? [random.pick(own)] : []),
      ...(i % 4 === 0 ? [random.pick(others)] : []),
    ]
    const placed = await place(client, account, basket, i, random)
    for (const step of course) await take(client, placed, step, random)
  }
  return COURSES.length
}

function place(
  client: ClientBase,
  account: AccountRecord,
  basket: readonly ProductRecord[],
  i: number,
  random: Random,
): Promise<PlacedOrder> {
  const home = account.addresses.find(({ isDefault }) => isDefault)
  if (!home) throw new RangeError("a customer has an address")
  const { name, phone, line1, line2, landmark, city, district, state, pincode } = home
  const cash = i === 4
  return placeOrder(client, {
    accountId: account.id,
    world: LIVE_WORLD,
    lines: basket.map(
      ({ variants }): OrderLine => ({ variantId: variants.find(({ stock }) => stock > 3)?.id ?? 0, quantity: 1 }),
    ),
    address: { name, phone, line1, line2, landmark, city, district, state, pincode, country: "IN" },
    payment: {
      method: cash ? "cod" : "upi",
      status: cash ? "pending" : "paid",
      reference: cash ? null : `${random.int(100_000, 999_999)}${random.int(100_000, 999_999)}`,
    },
    ...(i === 8 && { discount: toPaise(2_000) }),
  })
}

async function take(client: ClientBase, { sellerOrders }: PlacedOrder, step: Step, random: Random): Promise<void> {
  const sellerOrder = sellerOrders.find(({ storeId }) => storeId === STORE)
  if (!sellerOrder) throw new RangeError("each of today's orders has a part of the demo's store")
  const ref = { id: publicId("seller_order", sellerOrder.id), storeId: STORE, world: LIVE_WORLD }
  switch (step) {
    case "confirm":
      return confirmSellerOrder(client, ref)
    case "pack":
      return packSellerOrder(client, ref)
    case "ship": {
      const { courierName, awb, trackingUrl } = drawConsignment(random)
      await shipSellerOrder(client, ref, {
        courier_name: courierName,
        awb,
        ...(trackingUrl !== null && { tracking_url: trackingUrl }),
      })
      return
    }
    case "deliver":
      return deliverSellerOrder(client, ref)
    case "cancel":
      await cancelSellerOrder(client, ref, "Ordered twice by mistake")
      return
    case "refund_some":
      await refundSellerOrder(client, ref, {
        amount: 1_000,
        expectedRefundedTotal: null,
        reason: "The jar was chipped",
      })
      return
    case "refund_all":
      await refundSellerOrder(client, ref, { amount: null, expectedRefundedTotal: null, reason: "Not as described" })
  }
}
