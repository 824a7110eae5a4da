import type pg from "pg"
import type { Client, Request } from "autocannon"
import type { Filled } from "./fill"
import { makeAccessToken, makeCodes, makeKey, makeOrders, makeRefreshTokens, VERIFIER } from "./supplies"

/** One row of the table: the requests, and the goals. */
export interface Path {
  name: string
  /** The goal for the ratio to the baseline; null if there is none. */
  goal: number | null
  /**
   * The goal for the rate at the large size relative to the small one; without it, the path is not run on the large
   * catalogue.
   */
  growth?: number
  /** The goal for the rate itself, if only the large catalogue has the path. */
  rateWhenLarge?: number
  /** The comparison, if not the baseline: "bare" is our pipeline without key, limit and usage. */
  against?: "bare"
  /** Whether a run uses up prepared data; such runs are shorter. */
  consumes: boolean
  /** Whether each server renders a page first; a server without pages makes another request. */
  rendered?: boolean
  prepare: (
    db: pg.Pool,
    filled: Filled,
    supply: number,
  ) => Promise<{ request: Request; setupClient?: (client: Client) => void }>
}

type Goals = Pick<Path, "goal" | "growth" | "rateWhenLarge" | "against">

const reading = (name: string, goals: Goals, path: (filled: Filled) => string | string[]): Path => ({
  name,
  ...goals,
  consumes: false,
  prepare: async (db, filled) => {
    const authorization = `Bearer ${await makeKey(db, filled)}`
    const paths = [path(filled)].flat()
    let next = 0
    return {
      request: { method: "GET", path: paths[0] ?? "/", headers: { authorization } },
      ...(paths.length > 1 && {
        setupClient: (client) => {
          client.on("response", () =>
            client.setRequests([
              { method: "GET", path: paths[next++ % paths.length] ?? "/", headers: { authorization } },
            ]),
          )
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
  reading("GET /products, pages 1-50", { goal: 1, growth: 0.8 }, () =>
    Array.from({ length: 50 }, (_, i) => `/v1/products?page=${i + 1}`),
  ),
  reading(
    "GET /products?category=, first page",
    { goal: null, growth: 0.8 },
    ({ category }) => `/v1/products?category=${category}`,
  ),
  reading("GET /products?page=1000", { goal: null, rateWhenLarge: 400 }, () => "/v1/products?page=1000"),
  reading("GET /products?q=, a word in 2.5 %", { goal: 1, growth: 0.5 }, ({ word }) => `/v1/products?q=${word}`),
  reading("GET /products/{slug}", { goal: 0.6, growth: 0.9 }, ({ slugs }) =>
    slugs.map((slug) => `/v1/products/${slug}`),
  ),
  reading("the same, against itself without key, limit and usage", { goal: 0.85, against: "bare" }, ({ slugs }) =>
    slugs.map((slug) => `/v1/products/${slug}`),
  ),
  reading("GET /me", { goal: 0.6 }, () => "/v1/me"),
  {
    name: "PATCH /seller/orders/{id}/ship",
    goal: 0.7,
    consumes: true,
    prepare: async (db, filled, supply) => {
      const headers = { authorization: `Bearer ${await makeKey(db, filled)}`, "content-type": "application/json" }
      const body = JSON.stringify({ courier_name: "Pavan Express", awb: "PX-4402917" })
      return supplied(
        (await makeOrders(db, filled, supply)).map((id) => ({
          method: "PATCH",
          path: `/v1/seller/orders/so_${id}/ship`,
          headers,
          body,
        })),
      )
    },
  },
  {
    name: "OAuth code exchange",
    goal: 0.9,
    consumes: true,
    prepare: async (db, filled, supply) =>
      supplied(
        (await makeCodes(db, filled, supply)).map((code) =>
          form({
            grant_type: "authorization_code",
            code,
            redirect_uri: "https://bench.example/callback",
            code_verifier: VERIFIER,
          }),
        ),
      ),
  },
  {
    name: "OAuth refresh with rotation",
    goal: 0.9,
    consumes: true,
    prepare: async (db, filled, supply) =>
      supplied(
        (await makeRefreshTokens(db, filled, supply)).map((token) =>
          form({ grant_type: "refresh_token", refresh_token: token }),
        ),
      ),
  },
  {
    name: "OAuth UserInfo",
    goal: 0.6,
    consumes: false,
    prepare: async (db, filled) => ({
      request: {
        method: "GET",
        path: "/oauth/userinfo",
        headers: { authorization: `Bearer ${await makeAccessToken(db, filled)}` },
      },
    }),
  },
  // The last one, because rendering a page affects the server permanently.
  { ...reading("GET /me, on a server that has rendered a page", { goal: null }, () => "/v1/me"), rendered: true },
]
