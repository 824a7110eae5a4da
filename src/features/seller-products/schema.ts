import { z } from "zod"
import { PAISE_MAX } from "@/domain/order-limits"
import { PRODUCT_STATUSES, STORE_OFFER_SEARCH_MAX, STORE_OFFER_SORTS } from "@/domain/store-offer"
import { OFFER, Offer } from "@/orders/offer"
import { pageParameters, textSchema, timestamp } from "@/trpc/wire"

/** The largest number of offers in a request. */
const OFFERS_MAX = 100

export const SellerProduct = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    status: z.enum(PRODUCT_STATUSES).describe("Only active products are for sale."),
    offers: z.array(Offer).describe("The stock and price of each variant."),
    updated_at: timestamp.describe("When the product last changed; offers have their own version."),
  })
  .meta({
    id: "SellerProduct",
    description: "A product of the store, for sale or not, with its offers.",
    examples: [
      {
        id: 731,
        slug: "phool-makhana-classic-250-g",
        name: "Phool Makhana, Classic",
        status: "active",
        offers: [OFFER],
        updated_at: "2026-05-02T10:00:00.000Z",
      },
    ],
  })
export type SellerProduct = z.output<typeof SellerProduct>

export const SellerProductFilter = z.object({
  status: z.enum(PRODUCT_STATUSES).describe("Only products in this status.").optional(),
  sku: textSchema(200).describe("Only the product with this SKU.").optional(),
  max_stock: z
    .int()
    .min(0)
    .max(PAISE_MAX)
    .describe("Only products with an offer that has at most this stock; 0 finds sold-out products.")
    .optional(),
  ...pageParameters(),
})
export type SellerProductFilter = z.output<typeof SellerProductFilter>

/** How many offers a file of them reads at once. */
export const EXPORT_BATCH_SIZE = 500

/** An offer as members of the store see it in the portal. */
export const StoreOffer = Offer.extend({
  product: SellerProduct.pick({ id: true, name: true, status: true }),
})
export type StoreOffer = z.output<typeof StoreOffer>

/** What the list of a store's offers in the portal can be narrowed and sorted by. */
export const StoreOfferFilter = z.object({
  status: z.enum(PRODUCT_STATUSES).describe("Only offers of products in this status.").optional(),
  max_stock: z.int().min(0).max(PAISE_MAX).describe("Only offers that have at most this stock.").optional(),
  q: textSchema(STORE_OFFER_SEARCH_MAX).describe("Part of a product's name, a variant's name or a SKU.").optional(),
  sort: z.enum(STORE_OFFER_SORTS).default("name").describe("The column to sort by; `-` is the other direction."),
})
export type StoreOfferFilter = z.output<typeof StoreOfferFilter>

const amount = z.int().min(0).max(PAISE_MAX)

export const OfferChange = z.object({
  sku: textSchema(200),
  stock: amount.describe("The new stock that can be ordered.").optional(),
  price: amount.describe("Paise of INR, GST inclusive.").optional(),
  mrp: amount.describe("Paise of INR; at least the price.").optional(),
  version: z
    .int()
    .min(1)
    .describe("The version that you read. If an order or another change came since, this offer is not changed.")
    .optional(),
})
export type OfferChange = z.output<typeof OfferChange>

export const UpdateOffers = z
  .object({
    offers: z.array(OfferChange).min(1).max(OFFERS_MAX).describe("1 to 100 offers of the store, by SKU."),
    dry_run: z.boolean().default(false).describe("Whether to return the results without changing anything."),
  })
  .meta({ examples: [{ offers: [{ sku: OFFER.sku, stock: 40, version: 6 }] }] })

const OFFER_ERRORS = ["not_found", "duplicate_sku", "version_conflict", "invalid_price"] as const

export const OfferResult = z
  .object({
    sku: z.string(),
    outcome: z.enum(["updated", "unchanged", "failed"]),
    offer: Offer.nullable().describe("The current offer; null if the store has no such SKU."),
    error: z.object({ code: z.enum(OFFER_ERRORS), message: z.string() }).nullable(),
  })
  .meta({ id: "OfferResult", examples: [{ sku: OFFER.sku, outcome: "updated", offer: OFFER, error: null }] })
export type OfferResult = z.output<typeof OfferResult>
