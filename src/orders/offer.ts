import { z } from "zod"
import { LOW_STOCK } from "@/domain/store-offer"
import { paise } from "@/orders/schema"

export const OFFER = {
  sku: "MH-000731-1",
  variant_id: 1204,
  name: "250 g",
  price: 29900,
  mrp: 34900,
  stock: 40,
  version: 7,
}

export const Offer = z
  .object({
    sku: z.string(),
    variant_id: z.int(),
    name: z.string().describe("The name of the variant."),
    price: paise.describe("Paise of INR, GST inclusive."),
    mrp: paise.describe("Paise of INR, at least the price."),
    stock: z.int().min(0).describe("How many can be ordered."),
    version: z.int().min(1).describe("Grows with each change of stock or price, also when an order takes stock."),
  })
  .meta({ id: "Offer", description: "What a store sells a variant of a product for.", examples: [OFFER] })
export type Offer = z.output<typeof Offer>

export const LowStock = Offer.extend({
  product: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
  threshold: z.int().describe("The event is sent when the stock falls to this number or below it."),
}).meta({
  id: "LowStock",
  description: "An offer whose stock has become low.",
  examples: [
    {
      ...OFFER,
      stock: 4,
      product: { id: 731, slug: "phool-makhana-classic-250-g", name: "Phool Makhana, Classic" },
      threshold: LOW_STOCK,
    },
  ],
})
export type LowStock = z.output<typeof LowStock>

/** SQL for the offer of the variant "v". */
export const OFFER_SQL =
  "json_build_object('sku', v.sku, 'variant_id', v.id, 'name', v.name, 'price', v.price, 'mrp', v.mrp, 'stock', v.stock, 'version', v.version)"
