import { z } from "zod"
import { paise } from "@/orders/schema"
import { textSchema, timestamp } from "@/trpc/wire"

const QUANTITY_MAX = 1_000
const ITEMS_MAX = 20
const SKU_MAX = 100

export const PlaceSandboxOrder = z
  .object({
    buyer: z
      .enum(["me", "fixture"])
      .default("me")
      .describe(
        "me: the account orders from its own store or from the stores that all sandboxes share. fixture: a sample customer orders from the account's store.",
      ),
    items: z
      .array(
        z.object({
          sku: textSchema(SKU_MAX).min(1).describe("The SKU of a variant."),
          quantity: z.int().min(1).max(QUANTITY_MAX).default(1),
        }),
      )
      .min(1)
      .max(ITEMS_MAX),
    payment: z.enum(["paid", "pending", "failed"]).default("paid").describe("The status of the payment."),
  })
  .meta({
    examples: [
      { buyer: "me", items: [{ sku: "FX-004", quantity: 2 }] },
      { buyer: "fixture", items: [{ sku: "W1-01", quantity: 1 }], payment: "pending" },
    ],
  })

export type PlaceSandboxOrder = z.output<typeof PlaceSandboxOrder>

export const SandboxOrder = z
  .object({
    id: z.string(),
    number: z.string().describe("The order's number; with `buyer` me, it is in `GET /orders`."),
    buyer: z.enum(["me", "fixture"]),
    payment_status: z.enum(["paid", "pending", "failed"]),
    seller_orders: z
      .array(
        z.object({
          id: z.string(),
          number: z.string(),
          store: z.string().describe("The store's slug. The account handles only its own store's orders."),
        }),
      )
      .describe("The order's parts, one for each store."),
  })
  .meta({
    id: "SandboxOrder",
    description: "An order that was placed in the sandbox.",
    examples: [
      {
        id: "ord_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a97",
        number: "HT-2611-9000001000037",
        buyer: "fixture",
        payment_status: "paid",
        seller_orders: [
          {
            id: "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a98",
            number: "HT-2611-9000001000037-1",
            store: "your-sandbox-store-w1",
          },
        ],
      },
    ],
  })

export type SandboxOrder = z.output<typeof SandboxOrder>

/** A variant of the sandbox's own store that can be ordered. */
export const OwnProduct = z.object({
  name: z.string(),
  /** Of the variant, in one line; empty if there are none. */
  options: z.string(),
  sku: z.string(),
  price: paise,
  stock: z.int(),
})

export type OwnProduct = z.output<typeof OwnProduct>

/** An event of an order of the sandbox, with the data that webhooks contain. */
export const TestEvent = z.object({
  id: z.string(),
  type: z.string(),
  created_at: timestamp,
  /** The number of the seller order concerned. */
  number: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export type TestEvent = z.output<typeof TestEvent>
