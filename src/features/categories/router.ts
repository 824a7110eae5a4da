import { z } from "zod"
import { listCategories } from "@/features/categories/list-categories"
import { requires, router } from "@/trpc/procedures"
import { absoluteUrl, list, listed, paging, text } from "@/trpc/wire"

export const Category = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    parent_id: z.int().nullable().describe("Null at the top of the tree."),
    depth: z.int().min(0),
    position: z.int(),
    is_featured: z.boolean(),
    url: z.url(),
  })
  .meta({
    id: "Category",
    description: "A category of the catalogue.",
    example: {
      id: 12,
      slug: "makhana",
      name: "Makhana",
      parent_id: 4,
      depth: 2,
      position: 3,
      is_featured: true,
      url: "https://haat.example/categories/makhana",
    },
  })

export const categories = router({
  list: requires("catalog.read")
    .meta({
      rest: {
        method: "GET",
        path: "/categories",
        operationId: "listCategories",
        tag: "Catalogue",
        summary: "Active categories, parents before children",
      },
    })
    .input(
      z.object({
        parent: text(200).optional().describe("A category's slug: only its children; root: the top of the tree."),
        ...paging(100),
      }),
    )
    .output(list(Category))
    .query(async ({ ctx, input }) =>
      listed(ctx, input, await listCategories(input), ({ slug, ...category }) => ({
        ...category,
        slug,
        url: absoluteUrl(`/categories/${slug}`),
      })),
    ),
})
