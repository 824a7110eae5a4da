import type pg from "pg"
import type { Client, Request } from "autocannon"
import type { Filled } from "./fill"
import { makeAccessToken, makeCodes, makeKey, makeOrders, makeRefreshTokens, VERIFIER } from "./supplies"

/** One row of the table: how to ask, and what the ratio to the floor should be. */
export interface Path {
  name: string
  goal: number
  /** Whether a run uses up what was made for it; such runs are shorter. */
  consumes: boolean
  prepare: (db: pg.Pool, filled: Filled, supply: number) => Promise<{ request: Request; setupClient?: (client: Client) => void }>
}

const reading = (name: string, goal: number, path: (filled: Filled) => string | string[]): Path => ({
  name,
  goal,
  consumes: false,
  prepare: async (db, filled) => {
    const authorization = `Bearer ${await makeKey(db, filled)}`
    const paths = [path(filled)].flat()
    let next = 0
    return {
      request: { method: "GET", path: paths[0] ?? "/", headers: { authorization } },
      ...(paths.length > 1 && {
        setupClient: (client) => {
          client.on("response", () => client.setRequests([{ method: "GET", path: paths[next++ % paths.length] ?? "/", headers: { authorization } }]))
        },
      }),
    }
  },
})

const form = (fields: Record<string, string>): Request => ({
  method: "POST",
  path: "/oauth/token",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ client_id: "bench", ...fields }).toString(),
})

/** Gives each request the next one of a supply. */
const supplied = (requests: Request[]): { request: Request; setupClient: (client: Client) => void } => {
  let next = 0
  const take = (): Request => requests[next++ % requests.length] as Request
  return {
    request: take(),
    setupClient: (client) => {
      client.setRequests([take()])
      client.on("response", () => client.setRequests([take()]))
    },
  }
}

export const PATHS: Path[] = [
  reading("GET /products, pages 1-50", 1, () => Array.from({ length: 50 }, (_, i) => `/v1/products?page=${i + 1}`)),
  reading("GET /products/{slug}", 0.6, ({ slug }) => `/v1/products/${slug}`),
  reading("GET /products?q=", 1, ({ word }) => `/v1/products?q=${word}`),
  reading("GET /me", 0.6, () => "/v1/me"),
  {
    name: "PATCH /seller/orders/{id}/ship",
    goal: 0.7,
    consumes: true,
    prepare: async (db, filled, supply) => {
      const headers = { authorization: `Bearer ${await makeKey(db, filled)}`, "content-type": "application/json" }
      const body = JSON.stringify({ courier_name: "Pavan Express", awb: "PX-4402917" })
      return supplied((await makeOrders(db, filled, supply)).map((id) => ({ method: "PATCH", path: `/v1/seller/orders/so_${id}/ship`, headers, body })))
    },
  },
  {
    name: "OAuth code exchange",
    goal: 0.9,
    consumes: true,
    prepare: async (db, filled, supply) =>
      supplied((await makeCodes(db, filled, supply)).map((code) => form({ grant_type: "authorization_code", code, redirect_uri: "https://bench.example/callback", code_verifier: VERIFIER }))),
  },
  {
    name: "OAuth refresh with rotation",
    goal: 0.9,
    consumes: true,
    prepare: async (db, filled, supply) => supplied((await makeRefreshTokens(db, filled, supply)).map((token) => form({ grant_type: "refresh_token", refresh_token: token }))),
  },
  {
    name: "OAuth UserInfo",
    goal: 0.6,
    consumes: false,
    prepare: async (db, filled) => ({ request: { method: "GET", path: "/oauth/userinfo", headers: { authorization: `Bearer ${await makeAccessToken(db, filled)}` } } }),
  },
]
