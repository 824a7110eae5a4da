import { z } from "zod"
import { listCategories } from "@/features/categories/list-categories"
import { requireWorld, router } from "@/trpc/procedures"
import { localeParameter, nameLocale } from "@/trpc/product-meta"
import { absoluteUrl, listSchema, toPage, pageParameters, textSchema } from "@/trpc/wire"

const Category = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    name_locale: nameLocale,
    parent_id: z.int().nullable().describe("Null at the top of the tree."),
    depth: z.int().min(0),
    position: z.int(),
    is_featured: z.boolean(),
    url: z.url(),
  })
  .meta({
    id: "Category",
    description: "A category of the catalogue.",
    examples: [
      {
        id: 12,
        slug: "makhana",
        name: "Makhana",
        parent_id: 4,
        depth: 2,
        position: 3,
        is_featured: true,
        url: "https://haat.example/categories/makhana",
      },
    ],
  })

export const categories = router({
  list: requireWorld("catalog.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/categories",
        operationId: "listCategories",
        tags: ["Catalogue"],
        summary: "List categories",
        description:
          "Lists the active categories, parents before children. A category is active if it and all of its ancestors are. An unknown or inactive `parent` returns 422. An unknown `category` of `GET /products` returns 404.",
      },
    })
    .input(
      z.object({
        parent: textSchema(200)
          .describe("A category's slug returns only its children; `root` returns the top level.")
          .optional(),
        locale: localeParameter,
        ...pageParameters(100),
      }),
    )
    .output(listSchema(Category))
    .query(async ({ ctx, input }) =>
      toPage(input, await listCategories(ctx.world, input), ({ slug, ...category }) => ({
        ...category,
        slug,
        url: absoluteUrl(`/categories/${slug}`),
      })),
    ),
})
