import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A query with what is relevant to it. */
export interface JudgedQuery {
  query: string
  /** Null if nothing that is sold is relevant. */
  wanted: { categories: string[]; name: RegExp | null; maxPrice: number | null } | null
  /** Whether the query is in the half that nobody looks at while search is tuned. */
  heldBack: boolean
}

export interface CandidateProduct {
  id: number
  name: string
  price: number
  /** The names of its category and of those above. */
  categories: string[]
}

/** Reads queries.txt, whose first lines explain its form. */
export function judgedQueries(): JudgedQuery[] {
  let count = 0
  return readFileSync(join(import.meta.dirname, "queries.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const colon = line.indexOf(": ")
      const wanted = wantedOf(line.slice(0, colon))
      return line
        .slice(colon + 2)
        .split("; ")
        .map((query) => ({ query, wanted, heldBack: count++ % 2 === 0 }))
    })
}

function wantedOf(rule: string): JudgedQuery["wanted"] {
  if (rule === "none") return null
  const [, categories = ""] = /c=(.*?)(?= n=| max=|$)/.exec(rule) ?? []
  const [, name] = / n=(\S+)/.exec(rule) ?? []
  const [, max] = / max=(\d+)/.exec(rule) ?? []
  return {
    categories: categories.split("|"),
    name: name === undefined ? null : new RegExp(`\\b(${name})`, "i"),
    maxPrice: max === undefined ? null : Number(max) * 100,
  }
}

export function isRelevant({ wanted }: JudgedQuery, product: CandidateProduct): boolean {
  return (
    wanted !== null &&
    wanted.categories.some((category) => product.categories.includes(category)) &&
    (wanted.name?.test(product.name) ?? true) &&
    (wanted.maxPrice === null || product.price <= wanted.maxPrice)
  )
}

export interface Score {
  queries: number
  /** Mean over the queries for what is sold: of the first min(10, relevant) products, the fraction that is relevant. */
  precision: number
  /** The same queries' mean nDCG of the first ten. */
  ndcg: number
  /** The fraction of the same queries that find nothing. */
  empty: number
  /** The number of queries for what is not sold that find something. */
  wronglyFound: number
}

/** @param found for each query, its first ten products in order */
export function scoreOf(judged: JudgedQuery[], products: CandidateProduct[], found: CandidateProduct[][]): Score {
  const sold = judged
    .map((query, index) => ({
      found: (found[index] ?? []).slice(0, 10).map((product) => isRelevant(query, product)),
      relevant: query.wanted === null ? 0 : products.filter((product) => isRelevant(query, product)).length,
    }))
    .filter(({ relevant }) => relevant > 0)
  const mean = (of: (each: (typeof sold)[number]) => number): number =>
    sold.reduce((sum, each) => sum + of(each), 0) / Math.max(1, sold.length)
  return {
    queries: judged.length,
    precision: mean(precisionOf),
    ndcg: mean(ndcgOf),
    empty: mean(({ found: first }) => (first.length === 0 ? 1 : 0)),
    wronglyFound: judged.filter(({ wanted }, index) => wanted === null && (found[index] ?? []).length > 0).length,
  }
}

export function precisionOf({ found, relevant }: { found: boolean[]; relevant: number }): number {
  const looked = Math.min(10, relevant)
  return found.slice(0, looked).filter(Boolean).length / looked
}

function ndcgOf({ found, relevant }: { found: boolean[]; relevant: number }): number {
  const gain = (flags: boolean[]): number =>
    flags.reduce((sum, flag, place) => sum + (flag ? 1 / Math.log2(place + 2) : 0), 0)
  return gain(found) / gain(Array.from({ length: Math.min(10, relevant) }, () => true))
}
