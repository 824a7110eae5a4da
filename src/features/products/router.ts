import { z } from "zod"
import { getProductText } from "@/features/products/get-product"
import { listCards } from "@/features/products/list-products"
import { Product, ProductDetail, ProductQuery } from "@/features/products/schema"
import { requires, router } from "@/trpc/procedures"
import { absoluteUrl, list, listedText, one, oneText, orReady } from "@/trpc/wire"

// A quotation mark inside of a text is escaped, so this finds members alone.
const PATHS = /"(image|url|path)" ?: ?"(\/[^"]*)"/g

const withUrls = (products: string): string =>
  products.replace(
    PATHS,
    (_, name: string, path: string) => `"${name === "path" ? "url" : name}":"${absoluteUrl(path)}"`,
  )

export const products = router({
  list: requires("catalog.read")
    .meta({
      rest: {
        method: "GET",
        path: "/products",
        operationId: "listProducts",
        tag: "Catalogue",
        summary: "Search active products",
        problems: ["not_found"],
      },
    })
    .input(ProductQuery)
    .output(orReady(list(Product)))
    .query(async ({ ctx, input }) => {
      const { cards, total } = await listCards(input)
      return listedText<z.output<typeof Product>>(ctx, input, { rows: withUrls(cards), total })
    }),

  get: requires("catalog.read")
    .meta({
      rest: {
        method: "GET",
        path: "/products/{slug}",
        operationId: "getProduct",
        tag: "Catalogue",
        summary: "One product",
      },
    })
    .input(z.object({ slug: z.string().describe("The product's slug.") }))
    .output(orReady(one(ProductDetail)))
    .query(async ({ ctx, input }) =>
      oneText<z.output<typeof ProductDetail>>(ctx, withUrls(await getProductText(input.slug))),
    ),
})
