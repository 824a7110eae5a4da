import type { z } from "zod"
import { LIVE_WORLD } from "@/domain/world"
import { listProducts } from "@/features/products/list-products"
import type { ExplainedQuery } from "@/features/products/schema"
import { understandQuery } from "@/features/products/search/understand-query"

const RESULTS_SHOWN = 10

/** What a query means now, and the first products that it finds. */
export async function explainQuery(q: string): Promise<z.output<typeof ExplainedQuery>> {
  // It replaces what the search remembers of the query, so the results are as fresh.
  const { terms, corrected, minPrice, maxPrice, sizes } = await understandQuery(LIVE_WORLD, q, { fresh: true })
  const { rows, total } = await listProducts(LIVE_WORLD, { q, page: 1, per_page: RESULTS_SHOWN })
  return {
    terms: terms.map(({ phrase, source, queries }) => ({
      phrase,
      source,
      stems: [...new Set(queries.map(readable))].filter(Boolean),
    })),
    corrected,
    min_price: minPrice,
    max_price: maxPrice,
    sizes,
    total,
    products: rows.map(({ slug, name, category, price }) => ({ slug, name, category: category?.name ?? null, price })),
  }
}

/** The words of a tsquery without its operators; an asterisk stands for any ending. */
function readable(tsquery: string): string {
  return tsquery
    .replace(
      /'((?:[^']|'')*)'(:\*)?/g,
      (_, word: string, star?: string) => word.replaceAll("''", "'") + (star ? "*" : ""),
    )
    .replace(/ <(?:-|\d+)> | & /g, " ")
    .replace(/[()]/g, "")
    .trim()
}
