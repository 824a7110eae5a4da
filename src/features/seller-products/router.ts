import { listSellerProducts } from "@/features/seller-products/list-seller-products"
import {
  getStoreOffer,
  listStoreOfferIds,
  listStoreOffers,
  readStoreOffers,
} from "@/features/seller-products/list-store-offers"
import {
  EXPORT_BATCH_SIZE,
  OfferResult,
  SellerProduct,
  SellerProductFilter,
  StoreOffer,
  StoreOfferFilter,
  UpdateOffers,
} from "@/features/seller-products/schema"
import { updateOffers } from "@/features/seller-products/update-offers"
import { idempotent, requireCatalogue, router } from "@/trpc/procedures"
import { dataSchema, listSchema, pageParameters, toPage } from "@/trpc/wire"
import { z } from "zod"

const TAG = "Seller catalogue"

export const sellerProducts = router({
  list: requireCatalogue("seller.catalog.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/seller/products",
        operationId: "listSellerProducts",
        tags: [TAG],
        summary: "List the store's products",
        description:
          "Lists the store's products by ID, for sale or not, with the stock and price of each variant. A test key lists the products of its sandbox's store.",
      },
    })
    .input(SellerProductFilter)
    .output(listSchema(SellerProduct))
    .query(async ({ ctx, input }) => toPage(input, await listSellerProducts(ctx, input), (product) => product)),

  offers: requireCatalogue("seller.catalog.write")
    .meta({
      openapi: {
        method: "PATCH",
        path: "/seller/offers",
        operationId: "updateSellerOffers",
        tags: [TAG],
        summary: "Update stock and prices",
        description:
          "Sets the stock, price or MRP of up to 100 variants by SKU. The response has one result for each variant, in the order of the request. A variant that fails does not affect the others. With `version`, an offer is changed only if it has not changed since you read it. Without `version`, stock that an order took meanwhile is overwritten. `dry_run` returns the results without changing anything. A test key changes its sandbox's store.",
        idempotent: true,
      },
    })
    .input(UpdateOffers)
    .output(dataSchema(z.array(OfferResult)))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await updateOffers(ctx, ctx, {
        offers: input.offers,
        dryRun: input.dry_run,
        idempotency: ctx.idempotency,
      }),
    })),
})

const readProcedure = requireCatalogue("seller.catalog.read")

/** The store's offers one by one, as the portal lists them; it changes them with sellerProducts.offers. */
export const storeOffers = router({
  list: readProcedure
    .input(StoreOfferFilter.extend(pageParameters()))
    .output(listSchema(StoreOffer))
    .query(async ({ ctx, input }) => toPage(input, await listStoreOffers(ctx, input), (offer) => offer)),
  get: readProcedure
    .input(z.object({ sku: z.string() }))
    .output(dataSchema(StoreOffer))
    .query(async ({ ctx, input }) => ({ data: await getStoreOffer(ctx, input.sku) })),
  /** The ids of the variants of all offers of such a list at one moment, for a file of them. */
  exportIds: readProcedure
    .input(StoreOfferFilter)
    .output(z.object({ ids: z.array(z.int()) }))
    .query(async ({ ctx, input }) => ({ ids: await listStoreOfferIds(ctx, input) })),
  /** Some of the store's offers by the ids of their variants, in that order. */
  read: readProcedure
    .input(z.object({ ids: z.array(z.int()).max(EXPORT_BATCH_SIZE) }))
    .output(z.object({ data: z.array(StoreOffer) }))
    .query(async ({ ctx, input }) => ({ data: await readStoreOffers(ctx, input.ids) })),
})
