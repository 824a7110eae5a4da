import { z } from "zod"
import { ShipInput } from "@/features/seller-orders/schema"
import { checkedSchema } from "@/trpc/checked-item"
import { SELLER_ORDER, SHIPMENT } from "@/orders/schema"

export const SHIPMENTS_MAX = 100

export const CreateShipments = z
  .object({
    shipments: z
      .array(checkedSchema(ShipInput))
      .min(1)
      .max(SHIPMENTS_MAX)
      .describe("The orders to ship, each with its parcel."),
  })
  .meta({
    examples: [{ shipments: [{ id: SELLER_ORDER.number, courier_name: SHIPMENT.courier_name, awb: SHIPMENT.awb }] }],
  })
export type CreateShipments = z.output<typeof CreateShipments>

export const ShipmentResult = z
  .object({
    id: z.string().nullable().describe("The `id` that you sent; null if you sent none."),
    status: z.literal("shipped").optional().describe("Only if the order was shipped."),
    version: z.int().optional().describe("The order's new version. Only if the order was shipped."),
    error: z
      .object({
        code: z.enum(["not_found", "invalid_state", "validation_failed"]),
        message: z.string().describe("What went wrong, for developers."),
        details: z
          .array(z.object({ param: z.string(), code: z.string(), message: z.string() }))
          .optional()
          .describe("The invalid fields. Only with `validation_failed`."),
      })
      .optional()
      .describe("Why the order was not shipped. The order was not changed."),
  })
  .meta({ id: "ShipmentResult", examples: [{ id: SELLER_ORDER.number, status: "shipped", version: 4 }] })
export type ShipmentResult = z.output<typeof ShipmentResult>

export const ShipmentsMeta = z
  .object({ shipped: z.int().min(0), failed: z.int().min(0) })
  .meta({ id: "ShipmentsMeta", description: "The number of orders that were shipped and that failed." })
