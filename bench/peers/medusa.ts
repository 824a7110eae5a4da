import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PAGE_SIZE, type Peer } from "./peer"

const CLI = "node_modules/@medusajs/cli/cli.js"
const CARD_FIELDS =
  "id,handle,title,subtitle,thumbnail,collection.title,variants.id,variants.calculated_price.calculated_amount"
const DETAIL_FIELDS = `${CARD_FIELDS},description,images.url,variants.sku,variants.title,*categories`

interface Listed {
  count: number
  products: { handle: string }[]
}

interface Searched {
  results: { metadata: { count: number } }[]
}

export const medusa: Peer = {
  name: "medusa",
  package: "@medusajs/medusa",
  load: (file) => [
    [CLI, "db:migrate", "--execute-all-links"],
    [CLI, "exec", "./load.js", file],
  ],
  serve: (port) => [CLI, "start", "--port", String(port)],
  env: { MEDUSA_DISABLE_TELEMETRY: "true" },
  createRequests: ({ pages, slugs, word, folder }) => {
    const { key, region } = JSON.parse(readFileSync(join(folder, "storefront.json"), "utf8")) as {
      key: string
      region: string
    }
    const headers = { "x-publishable-api-key": key }
    const get = (query: string, fields: string) => ({
      method: "GET" as const,
      path: `/store/products?region_id=${region}&fields=${fields}&${query}`,
      headers,
    })
    const body = JSON.stringify({ entity: "product", filters: { q: word }, pagination: { take: PAGE_SIZE } })
    return [
      {
        kind: "list",
        path: "GET /store/products",
        requests: pages.map((page) => get(`limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`, CARD_FIELDS)),
        extract: (response) => (response as Listed).count,
      },
      {
        kind: "product",
        path: "GET /store/products?handle=",
        requests: slugs.map((slug) => get(`limit=1&handle=${slug}`, DETAIL_FIELDS)),
        extract: (response) => (response as Listed).products[0]?.handle,
      },
      {
        kind: "search",
        path: "GET /store/products?q=",
        requests: [get(`limit=${PAGE_SIZE}&q=${word}`, CARD_FIELDS)],
        extract: (response) => (response as Listed).count,
      },
      {
        kind: "search",
        path: "POST /store/search, without prices",
        requests: [
          { method: "POST", path: "/store/search", headers: { ...headers, "content-type": "application/json" }, body },
        ],
        extract: (response) => (response as Searched).results[0]?.metadata.count,
      },
    ]
  },
}
