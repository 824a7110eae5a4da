import { listSellerProducts } from "@/features/seller-products/list-seller-products"
import { OfferResult, SellerProduct, SellerProductFilter, UpdateOffers } from "@/features/seller-products/schema"
import { updateOffers } from "@/features/seller-products/update-offers"
import { idempotent, requireCatalogue, router } from "@/trpc/procedures"
import { dataSchema, listSchema, toPage } from "@/trpc/wire"
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
          "The products of the store, for sale or not, by id, each with the stock and price of its variants. A test key lists those of its sandbox's store.",
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
          "Sets stock, price or mrp of up to 100 variants by SKU. Each has a result of its own, in their order: one that fails leaves the others as they are. With `version`, an offer is changed only if it is as you have read it. Without it, stock that an order took meanwhile is overwritten. `dry_run` shows the results without changing anything. A test key changes its sandbox's store.",
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
