import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { exportCatalogue } from "../../src/commands/catalogue/export-file"
import { emptyTestDatabase, testFolder } from "../../src/testing/setup/database"
import { startServer } from "../../src/testing/setup/server"
import { versionIn, type RunningShop, type Workload } from "./shop"

/** Starts our fast lane on the bench's 10,000 products, and exports them for the other shops. */
export async function startHaat(
  pages: number[],
): Promise<{ shop: RunningShop; workload: Workload; catalogue: string }> {
  const { seedDatabase, SMALL } = await import("../seed")
  const { createKey } = await import("../fixtures")
  const { url: databaseUrl } = await emptyTestDatabase()
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const seeded = await seedDatabase(db, SMALL)
  const headers = { authorization: `Bearer ${await createKey(db, seeded)}` }
  await db.end()
  const catalogue = join(testFolder(), "catalogue.ndjson")
  const output = createWriteStream(catalogue)
  await exportCatalogue(databaseUrl, output, () => undefined)
  await once(output.end(), "close")
  const { slugs, word } = seeded
  const get = (path: string) => ({ method: "GET" as const, path, headers })
  const total = (response: unknown): number => (response as { meta: { total: number } }).meta.total
  const server = await startServer({ lane: "fast", databaseUrl, env: { WORKER: "off" } })
  const shop: RunningShop = {
    name: "haat",
    version: versionIn("."),
    url: server.url,
    scenarios: [
      {
        kind: "list",
        path: "GET /v1/products",
        requests: pages.map((page) => get(`/v1/products?page=${page}`)),
        extract: total,
      },
      {
        kind: "product",
        path: "GET /v1/products/{slug}",
        requests: slugs.map((slug) => get(`/v1/products/${slug}`)),
        extract: (response) => (response as { data: { slug: string } }).data.slug,
      },
      { kind: "search", path: "GET /v1/products?q=", requests: [get(`/v1/products?q=${word}`)], extract: total },
    ],
    stop: () => server.stop(),
  }
  return {
    shop,
    workload: {
      pages,
      slugs,
      word,
      expected: { list: SMALL.products, product: slugs[0], search: SMALL.products / 40 },
    },
    catalogue,
  }
}
