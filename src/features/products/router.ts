import { z } from "zod"
import { pageMeta } from "@/domain/page"
import { getProductText } from "@/features/products/get-product"
import { listProductsText } from "@/features/products/list-products"
import { ExplainedQuery, Product, ProductDetail, ProductQuery } from "@/features/products/schema"
import { explainQuery } from "@/features/products/search/explain-query"
import { requireWorld, router, staffProcedure } from "@/trpc/procedures"
import { localeParameter } from "@/trpc/product-meta"
import { dataSchema, jsonTextSchema, pageSchema, textSchema } from "@/trpc/wire"

export const products = router({
  list: requireWorld("catalog.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/products",
        operationId: "listProducts",
        tags: ["Catalogue"],
        summary: "List products",
        description:
          "Lists products of approved stores. `facets` counts them by category, brand, price, seller and stock.",
        problems: ["not_found"],
      },
    })
    .input(ProductQuery)
    .output(pageSchema(jsonTextSchema(z.array(Product))))
    .query(async ({ ctx, input }) => {
      const { products, total, search, facets } = await listProductsText(ctx.world, input)
      return {
        data: products,
        meta: { ...pageMeta(input, total), ...(search && { search }), ...(facets && { facets }) },
      }
    }),

  get: requireWorld("catalog.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/products/{slug}",
        operationId: "getProduct",
        tags: ["Catalogue"],
        summary: "Retrieve a product",
        description:
          "Returns a product with its description, options, images and variants. A product that is not listed returns 404.",
      },
    })
    .input(z.object({ slug: z.string().describe("The product's slug."), locale: localeParameter }))
    .output(dataSchema(jsonTextSchema(ProductDetail)))
    .query(async ({ ctx, input }) => ({ data: await getProductText(ctx.world, input.slug, input.locale) })),
})

export const staffSearch = router({
  explain: staffProcedure
    .input(z.object({ q: textSchema(120).refine((q) => q.trim() !== "") }))
    .output(dataSchema(ExplainedQuery))
    .query(async ({ input }) => ({ data: await explainQuery(input.q.trim()) })),
})
