import { LIVE_WORLD } from "@/domain/world"
import pg from "pg"
import { testDatabase } from "../../src/testing/setup/database"
import { type CandidateProduct, type JudgedQuery, judgedQueries, type Score, scoreOf } from "./judged"

/** Asks the demo marketplace every judged query and returns the scores of both halves as text. */
export async function measureSearch(onActivity: (text: string) => void): Promise<string> {
  const database = await testDatabase()
  process.env.DATABASE_URL = database.url
  try {
    const products = await readProducts(database.url)
    const judged = judgedQueries()
    const found = await runQueries(judged, products, onActivity)
    const half = (heldBack: boolean): Score => {
      const chosen = judged.flatMap((each, index) => (each.heldBack === heldBack ? [index] : []))
      return scoreOf(
        chosen.map((index) => judged[index] as JudgedQuery),
        products,
        chosen.map((index) => found[index] ?? []),
      )
    }
    return `${textOf("open half", half(false))}\n${textOf("held back", half(true))}\n`
  } finally {
    const [{ pool }] = await Promise.all([import("@/platform/db/pool")])
    await pool().end()
    await database.drop()
  }
}

/** The products that the queries are judged by. */
export async function readProducts(url: string): Promise<CandidateProduct[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<CandidateProduct>(
      `SELECT product_id AS id, card ->> 'name' AS name, price,
         ARRAY(SELECT name FROM category WHERE id = ANY (category_ids)) AS categories FROM listing`,
    )
    return rows
  } finally {
    await client.end()
  }
}

async function runQueries(
  judged: JudgedQuery[],
  products: CandidateProduct[],
  onActivity: (text: string) => void,
): Promise<CandidateProduct[][]> {
  const { listProducts } = await import("@/features/products/list-products")
  const byId = new Map(products.map((product) => [product.id, product]))
  const found: CandidateProduct[][] = []
  for (const { query } of judged) {
    const { rows } = await listProducts(LIVE_WORLD, { q: query, page: 1, per_page: 20 })
    found.push(rows.slice(0, 10).flatMap(({ id }) => byId.get(id) ?? []))
    if (found.length % 20 === 0) onActivity(`${found.length} of ${judged.length} queries`)
  }
  return found
}

function textOf(half: string, { queries, ndcg, precision, empty, wronglyFound }: Score): string {
  return `${half}: ${queries} queries, nDCG@10 ${ndcg.toFixed(3)}, precision ${precision.toFixed(3)}, empty ${(empty * 100).toFixed(1)} %, ${wronglyFound} found for what is not sold`
}
