import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { exportCatalogue } from "../../src/commands/catalogue/export-file"
import { emptyTestDatabase, testFolder } from "../../src/testing/setup/database"
import { startServer } from "../../src/testing/setup/server"
import { versionIn, type Shop, type Wanted } from "./shop"

/** Starts our fast lane on the bench's 10,000 products, and exports them for the other shops. */
export const openOurs = async (pages: number[]): Promise<{ shop: Shop; wanted: Wanted; catalogue: string }> => {
  const { fill, SMALL } = await import("../fill")
  const { makeKey } = await import("../supplies")
  const { url: databaseUrl } = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const filled = await fill(db, SMALL)
  const headers = { authorization: `Bearer ${await makeKey(db, filled)}` }
  await db.end()
  const catalogue = join(testFolder(), "catalogue.ndjson")
  const out = createWriteStream(catalogue)
  await exportCatalogue(databaseUrl, out, () => undefined)
  await once(out.end(), "close")
  const { slugs, word } = filled
  const get = (path: string) => ({ method: "GET" as const, path, headers })
  const total = (answer: unknown): number => (answer as { meta: { total: number } }).meta.total
  const server = await startServer({ lane: "fast", databaseUrl, env: { WORKER: "off" } })
  const shop: Shop = {
    name: "haat",
    version: versionIn("."),
    url: server.url,
    asks: [
      {
        kind: "list",
        path: "GET /v1/products",
        requests: pages.map((page) => get(`/v1/products?page=${page}`)),
        says: total,
      },
      {
        kind: "product",
        path: "GET /v1/products/{slug}",
        requests: slugs.map((slug) => get(`/v1/products/${slug}`)),
        says: (answer) => (answer as { data: { slug: string } }).data.slug,
      },
      { kind: "search", path: "GET /v1/products?q=", requests: [get(`/v1/products?q=${word}`)], says: total },
    ],
    stop: () => server.stop(),
  }
  return {
    shop,
    wanted: { pages, slugs, word, says: { list: SMALL.products, product: slugs[0], search: SMALL.products / 40 } },
    catalogue,
  }
}
