import { isSellerScope, KEY_SCOPES, type KeyScope } from "@/domain/scope"
import type { AccountRecord } from "./accounts"
import { uuidAt } from "./ids"
import type { Random } from "./random"
import { DAY_MS } from "@/domain/time-units"

const HOUR = 3_600_000

export interface KeyRecord {
  id: string
  accountId: string
  name: string
  mode: "live" | "test"
  scopes: readonly KeyScope[]
  allowedIps: readonly string[]
  rateLimit: number | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** Whether demo.json contains its secret; other secrets are not stored. */
  shown: boolean
  /** The usage pattern of the last 30 days; null for an unused key. */
  habit: Habit | null
}

export interface Habit {
  /** Requests on a usual day. */
  perDay: number
  userAgent: string
  ips: readonly string[]
  calls: readonly (readonly [operation: Operation, weight: number])[]
}

export type Operation =
  | "GET /me"
  | "GET /categories"
  | "GET /products"
  | "GET /products/{slug}"
  | "GET /orders"
  | "GET /orders/{number}"
  | "GET /seller/orders"
  | "PATCH /seller/orders/{id}/ship"

/** Returns a live and a test key with every scope that the account can have, for demo.json. */
export function makeDemoKeys(account: AccountRecord, now: Date, random: Random): KeyRecord[] {
  const scopes = KEY_SCOPES.filter((scope) => account.member !== null || !isSellerScope(scope))
  return (["live", "test"] as const).map((mode) => ({
    ...plain(account, `Demo (${mode})`, mode, scopes, new Date(now.getTime() - 12 * HOUR), random),
    shown: true,
  }))
}

/** Returns the keys that an account of the demo uses beside those in demo.json. */
export function makeUsedKeys(account: AccountRecord, now: Date, random: Random): KeyRecord[] {
  if (account.demo === "developer") return makeDeveloperKeys(account, now, random)
  if (account.demo === "seller") return makeSellerKeys(account, now, random)
  return account.demo === "customer" || account.demo === "staff" ? [makeReaderKey(account, now, random)] : []
}

/**
 * Returns the developer's other keys: two busy ones, a test key, one that is restricted and unused, a revoked and an
 * expired one.
 */
function makeDeveloperKeys(account: AccountRecord, now: Date, random: Random): KeyRecord[] {
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * DAY_MS))
  const read: readonly KeyScope[] = ["profile.read", "catalog.read", "orders.read"]
  return [
    {
      ...plain(account, "Storefront production", "live", read, ago(212.4), random),
      habit: {
        perDay: 96,
        userAgent: "haat-storefront/3.1 (node/22)",
        ips: ["203.0.113.14", "203.0.113.15"],
        calls: [
          ["GET /products", 46],
          ["GET /products/{slug}", 30],
          ["GET /categories", 8],
          ["GET /orders", 8],
          ["GET /orders/{number}", 5],
          ["GET /me", 3],
        ],
      },
    },
    {
      ...plain(account, "Price watcher", "live", ["catalog.read"], ago(95.2), random),
      rateLimit: 120,
      habit: {
        perDay: 34,
        userAgent: "python-requests/2.32.4",
        ips: ["198.51.100.77"],
        calls: [
          ["GET /products/{slug}", 70],
          ["GET /products", 26],
          ["GET /orders", 2],
          ["GET /me", 2],
        ],
      },
    },
    {
      ...plain(account, "Local development", "test", read, ago(60.1), random),
      habit: {
        perDay: 16,
        userAgent: "curl/8.9.1",
        ips: ["192.0.2.45"],
        calls: [
          ["GET /products", 40],
          ["GET /me", 22],
          ["GET /products/{slug}", 16],
          ["GET /orders", 12],
          ["GET /seller/orders", 6],
          ["PATCH /seller/orders/{id}/ship", 4],
        ],
      },
    },
    {
      ...plain(account, "Warehouse display", "live", ["catalog.read", "orders.read"], ago(75.7), random),
      allowedIps: ["203.0.113.0/28", "2001:db8:7::/48"],
      lastUsedAt: ago(43.3),
    },
    {
      ...plain(account, "Old mobile app", "live", read, ago(340.6), random),
      revokedAt: ago(9.2),
      habit: {
        perDay: 22,
        userAgent: "okhttp/4.12.0",
        ips: ["203.0.113.201", "198.51.100.9"],
        calls: [
          ["GET /products", 50],
          ["GET /products/{slug}", 34],
          ["GET /orders", 16],
        ],
      },
    },
    {
      ...plain(account, "Hackathon", "test", ["catalog.read"], ago(19.5), random),
      expiresAt: ago(5.5),
      habit: {
        perDay: 11,
        userAgent: "axios/1.9.0",
        ips: ["192.0.2.130"],
        calls: [
          ["GET /products", 70],
          ["GET /categories", 30],
        ],
      },
    },
  ]
}

/** Returns the keys with which the seller's ERP and the dispatch screen of the demo's store work. */
function makeSellerKeys(account: AccountRecord, now: Date, random: Random): KeyRecord[] {
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * DAY_MS))
  const orders: readonly KeyScope[] = ["seller.orders.read", "seller.orders.write"]
  return [
    {
      ...plain(account, "ERP", "live", ["profile.read", "catalog.read", ...orders], ago(188.3), random),
      habit: {
        perDay: 118,
        userAgent: "erp-sync/5.2 (python/3.13)",
        ips: ["203.0.113.66", "203.0.113.67"],
        calls: [
          ["GET /seller/orders", 70],
          ["PATCH /seller/orders/{id}/ship", 16],
          ["GET /products/{slug}", 12],
          ["GET /me", 2],
        ],
      },
    },
    {
      ...plain(account, "Dispatch screen", "live", ["seller.orders.read"], ago(64.8), random),
      rateLimit: 60,
      habit: {
        perDay: 42,
        userAgent: "haat-dispatch/1.4 (android)",
        ips: ["198.51.100.23"],
        calls: [
          ["GET /seller/orders", 97],
          ["PATCH /seller/orders/{id}/ship", 3],
        ],
      },
    },
    {
      ...plain(account, "ERP staging", "test", ["profile.read", ...orders], ago(41.2), random),
      habit: {
        perDay: 9,
        userAgent: "erp-sync/5.3-rc1 (python/3.13)",
        ips: ["203.0.113.70"],
        calls: [
          ["GET /seller/orders", 60],
          ["PATCH /seller/orders/{id}/ship", 40],
        ],
      },
    },
  ]
}

/** Returns the key of a program that only reads, for accounts that use the API a little. */
function makeReaderKey(account: AccountRecord, now: Date, random: Random): KeyRecord {
  const customer = account.demo === "customer"
  const scopes: readonly KeyScope[] = customer ? ["profile.read", "orders.read"] : ["profile.read", "catalog.read"]
  return {
    ...plain(
      account,
      customer ? "Order tracker" : "Catalogue check",
      "live",
      scopes,
      new Date(now.getTime() - 52 * DAY_MS),
      random,
    ),
    habit: {
      perDay: customer ? 14 : 24,
      userAgent: customer ? "home-assistant/2026.11" : "blackbox-exporter/0.27",
      ips: [customer ? "198.51.100.142" : "192.0.2.10"],
      calls: customer
        ? [
            ["GET /orders", 64],
            ["GET /orders/{number}", 34],
            ["GET /me", 2],
          ]
        : [
            ["GET /products", 60],
            ["GET /categories", 38],
            ["GET /me", 2],
          ],
    },
  }
}

function plain(
  account: AccountRecord,
  name: string,
  mode: KeyRecord["mode"],
  scopes: readonly KeyScope[],
  createdAt: Date,
  random: Random,
): KeyRecord {
  return {
    id: uuidAt(createdAt, random),
    accountId: account.id,
    name,
    mode,
    scopes,
    allowedIps: [],
    rateLimit: null,
    createdAt,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    shown: false,
    habit: null,
  }
}
