import { z } from "zod"
import { textSchema } from "@/trpc/wire"

const QUANTITY_MAX = 1_000
const ITEMS_MAX = 20
const SKU_MAX = 100

export const PlaceSandboxOrder = z
  .object({
    buyer: z
      .enum(["me", "fixture"])
      .default("me")
      .describe(
        "me: the account orders, from its own store or from those that all sandboxes share. fixture: an invented person orders from the account's store.",
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
    payment: z.enum(["paid", "pending", "failed"]).default("paid").describe("How far the payment is."),
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
    number: z.string().describe("With `buyer` me, of the order in `GET /orders`."),
    buyer: z.enum(["me", "fixture"]),
    payment_status: z.enum(["paid", "pending", "failed"]),
    seller_orders: z
      .array(
        z.object({
          id: z.string(),
          number: z.string(),
          store: z.string().describe("The store's slug. The account handles the orders of its own store."),
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
