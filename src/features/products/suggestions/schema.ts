import { z } from "zod"
import { localeParameter, nameLocale } from "@/trpc/product-meta"
import { textSchema } from "@/trpc/wire"

export const SUGGESTION_TYPES = ["category", "brand", "product"] as const

export const Suggestion = z
  .object({
    type: z.enum(SUGGESTION_TYPES),
    slug: z.string().describe("The slug for `category` or `brand` of `GET /products`, or for `GET /products/{slug}`."),
    name: z.string(),
    name_locale: nameLocale,
    url: z.url().describe("The page of the category or product, or the list of the brand's products."),
  })
  .meta({
    id: "Suggestion",
    description: "A category, brand or product that completes the typed text.",
    examples: [
      {
        type: "category",
        slug: "ground-spices",
        name: "Ground Spices",
        url: "https://haat.example/categories/ground-spices",
      },
    ],
  })

const SUGGESTIONS_DEFAULT = 8

export const SuggestionQuery = z.object({
  q: textSchema(120).describe(
    "The typed text, in English, Hindi or Maithili, in Devanagari or Latin script. The last word may be unfinished: `hal` suggests what `haldi` finds, also turmeric.",
  ),
  limit: z.int().min(1).max(20).default(SUGGESTIONS_DEFAULT).describe("The maximum number of suggestions."),
  locale: localeParameter,
})
export type SuggestionQuery = z.output<typeof SuggestionQuery>
