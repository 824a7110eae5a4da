import { z } from "zod"
import { suggest } from "@/features/products/suggestions/suggest"
import { Suggestion, SuggestionQuery } from "@/features/products/suggestions/schema"
import { requireWorld, router } from "@/trpc/procedures"
import { absoluteUrl, dataSchema } from "@/trpc/wire"

/** In seconds. Whoever deletes a letter again sees the same suggestions, without a request. */
const CACHE_SECONDS = 60

export const suggestions = router({
  list: requireWorld("catalog.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/suggestions",
        operationId: "listSuggestions",
        tags: ["Catalogue"],
        summary: "Suggest categories, brands and products",
        description:
          "Suggests categories, brands and products while a user types in a search box. Their names begin with the words of `q`, a synonym or another spelling. Categories come first, then brands, then products by popularity. Responses can be cached for a minute.",
        privateSeconds: CACHE_SECONDS,
      },
    })
    .input(SuggestionQuery)
    .output(dataSchema(z.array(Suggestion)))
    .query(async ({ ctx, input }) => ({
      data: (await suggest(ctx.world, input)).map(({ path, ...suggestion }) => ({
        ...suggestion,
        url: absoluteUrl(path),
      })),
    })),
})
