import type pg from "pg"
import type { Client, Request } from "autocannon"
import type { SeededData } from "./seed"
import { createAccessToken, createCodes, createKey, createOrders, createRefreshTokens, VERIFIER } from "./fixtures"

/** One row of the table: the requests, and the goals. */
export interface BenchCase {
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
  consumesData: boolean
  /** Whether each server renders a page first; a server without pages makes another request. */
  renderPageFirst?: boolean
  prepare: (
    db: pg.Pool,
    seeded: SeededData,
    count: number,
  ) => Promise<{ request: Request; setupClient?: (client: Client) => void }>
}

type Goals = Pick<BenchCase, "goal" | "growth" | "rateWhenLarge" | "against">

function readCase(name: string, goals: Goals, path: (seeded: SeededData) => string | string[]): BenchCase {
  return {
    name,
    ...goals,
    consumesData: false,
    prepare: async (db, seeded) => {
      const authorization = `Bearer ${await createKey(db, seeded)}`
      const paths = [path(seeded)].flat()
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
  }
}

function form(fields: Record<string, string>): Request {
  return {
    method: "POST",
    path: "/oauth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: "bench", ...fields }).toString(),
  }
}

/** Gives each request the next one of a supply. */
function cycleRequests(requests: Request[]): { request: Request; setupClient: (client: Client) => void } {
  let next = 0
  const nextRequest = (): Request => requests[next++ % requests.length] as Request
  return {
    request: nextRequest(),
    setupClient: (client) => {
      client.setRequests([nextRequest()])
      client.on("response", () => client.setRequests([nextRequest()]))
    },
  }
}

export const CASES: BenchCase[] = [
  readCase("GET /products, pages 1-50", { goal: 1, growth: 0.8 }, () =>
    Array.from({ length: 50 }, (_, i) => `/v1/products?page=${i + 1}`),
  ),
  readCase(
    "GET /products?category=, first page",
    { goal: null, growth: 0.8 },
    ({ category }) => `/v1/products?category=${category}`,
  ),
  readCase("GET /products?page=1000", { goal: null, rateWhenLarge: 400 }, () => "/v1/products?page=1000"),
  readCase("GET /products?q=, a word in 2.5 %", { goal: 1, growth: 0.5 }, ({ word }) => `/v1/products?q=${word}`),
  readCase("GET /products/{slug}", { goal: 0.6, growth: 0.9 }, ({ slugs }) =>
    slugs.map((slug) => `/v1/products/${slug}`),
  ),
  readCase("GET /products/{slug}, relative to the bare pipeline", { goal: 0.85, against: "bare" }, ({ slugs }) =>
    slugs.map((slug) => `/v1/products/${slug}`),
  ),
  readCase("GET /me", { goal: 0.6 }, () => "/v1/me"),
  {
    name: "PATCH /seller/orders/{id}/ship",
    goal: 0.7,
    consumesData: true,
    prepare: async (db, seeded, count) => {
      const headers = { authorization: `Bearer ${await createKey(db, seeded)}`, "content-type": "application/json" }
      const body = JSON.stringify({ courier_name: "Pavan Express", awb: "PX-4402917" })
      return cycleRequests(
        (await createOrders(db, seeded, count)).map((id) => ({
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
    consumesData: true,
    prepare: async (db, seeded, count) =>
      cycleRequests(
        (await createCodes(db, seeded, count)).map((code) =>
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
    consumesData: true,
    prepare: async (db, seeded, count) =>
      cycleRequests(
        (await createRefreshTokens(db, seeded, count)).map((token) =>
          form({ grant_type: "refresh_token", refresh_token: token }),
        ),
      ),
  },
  {
    name: "OAuth UserInfo",
    goal: 0.6,
    consumesData: false,
    prepare: async (db, seeded) => ({
      request: {
        method: "GET",
        path: "/oauth/userinfo",
        headers: { authorization: `Bearer ${await createAccessToken(db, seeded)}` },
      },
    }),
  },
  // The last one, because rendering a page affects the server permanently.
  {
    ...readCase("GET /me, on a server that has rendered a page", { goal: null }, () => "/v1/me"),
    renderPageFirst: true,
  },
]
