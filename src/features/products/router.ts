import { z } from "zod"
import { getProduct } from "@/features/products/get-product"
import { listProducts } from "@/features/products/list-products"
import { Product, ProductDetail, ProductQuery } from "@/features/products/schema"
import { requires, router } from "@/trpc/procedures"
import { absoluteUrl, list, listed, one } from "@/trpc/wire"

const withUrls = <Card extends { image: string; url: string }>(card: Card): Card => ({ ...card, image: absoluteUrl(card.image), url: absoluteUrl(card.url) })

export const products = router({
  list: requires("catalog.read")
    .meta({ rest: { method: "GET", path: "/products", operationId: "listProducts", tag: "Catalogue", summary: "Search active products", problems: ["not_found"] } })
    .input(ProductQuery)
    .output(list(Product))
    .query(async ({ ctx, input }) => listed(ctx, input, await listProducts(input), withUrls)),

  get: requires("catalog.read")
    .meta({ rest: { method: "GET", path: "/products/{slug}", operationId: "getProduct", tag: "Catalogue", summary: "One product" } })
    .input(z.object({ slug: z.string().describe("The product's slug.") }))
    .output(one(ProductDetail))
    .query(async ({ input }) => {
      const { images, ...product } = await getProduct(input.slug)
      return { data: { ...withUrls(product), images: images.map(({ path, ...image }) => ({ ...image, url: absoluteUrl(path) })) } }
    }),
})
