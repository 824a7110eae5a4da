import type { AppScope } from "@/domain/oauth-app"
import { isSellerScope } from "@/domain/scope"
import type { AccountRecord, DemoRole } from "./accounts"
import type { Habit, Operation } from "./developer-keys"
import { uuidAt } from "./ids"
import type { Random } from "./random"
import { DAY_MS } from "@/domain/time-units"

/** The demo's live apps: the developer's confidential and public one, and another developer's. */
export type DemoApp = "ledger" | "pocket" | "spending"

/** An account's consent to an app. */
export interface GrantRecord {
  id: string
  accountId: string
  app: DemoApp
  scopes: readonly AppScope[]
  shownScopes: readonly AppScope[]
  createdAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** The usage pattern of the last 30 days; null for an app that only signs people in. */
  habit: Habit | null
}

interface AppHabit {
  /** What its authorization request asks for. */
  requested: readonly AppScope[]
  calls: Partial<Record<Operation, readonly [scope: AppScope, weight: number]>>
  userAgent: string
  /** Of the app's servers; null if it runs on people's own devices. */
  ips: readonly string[] | null
}

const HABITS: Record<DemoApp, AppHabit> = {
  ledger: {
    requested: [
      "openid",
      "profile",
      "email",
      "profile.read",
      "catalog.read",
      "orders.read",
      "seller.orders.read",
      "seller.orders.write",
    ],
    calls: {
      "GET /me": ["profile.read", 3],
      "GET /orders": ["orders.read", 26],
      "GET /orders/{number}": ["orders.read", 14],
      "GET /products/{slug}": ["catalog.read", 12],
      "GET /seller/orders": ["seller.orders.read", 60],
      "PATCH /seller/orders/{id}/ship": ["seller.orders.write", 9],
    },
    userAgent: "bahi-khata/2.4 (node/24)",
    ips: ["203.0.113.88", "203.0.113.89"],
  },
  pocket: {
    requested: ["openid", "profile", "profile.read", "orders.read", "seller.orders.read"],
    calls: {
      "GET /me": ["profile.read", 8],
      "GET /orders": ["orders.read", 40],
      "GET /orders/{number}": ["orders.read", 24],
      "GET /seller/orders": ["seller.orders.read", 60],
    },
    userAgent: "BahiKhataPocket/1.9 (Android 16)",
    ips: null,
  },
  spending: {
    requested: ["openid", "profile", "orders.read"],
    calls: { "GET /orders": ["orders.read", 70], "GET /orders/{number}": ["orders.read", 30] },
    userAgent: "Kharcha/3.2 (Android 15)",
    ips: null,
  },
}

interface Consent {
  role: DemoRole
  app: DemoApp
  /** Days before now. */
  granted: number
  revoked?: number
  /** The scopes that the person did not tick. */
  without?: readonly AppScope[]
  perDay: number
}

/** The store's staff has none: its overview shows the first steps. */
const DEMO_CONSENTS: readonly Consent[] = [
  { role: "customer", app: "spending", granted: 96.3, perDay: 6 },
  { role: "customer", app: "ledger", granted: 41.6, without: ["catalog.read"], perDay: 9 },
  { role: "customer", app: "pocket", granted: 55.1, revoked: 12.3, perDay: 8 },
  { role: "seller", app: "ledger", granted: 49.4, without: ["email", "orders.read"], perDay: 26 },
  { role: "seller", app: "pocket", granted: 30.7, without: ["profile", "orders.read"], perDay: 7 },
  { role: "developer", app: "ledger", granted: 56.4, without: ["orders.read"], perDay: 3 },
  { role: "staff", app: "pocket", granted: 34.2, without: ["profile.read", "orders.read"], perDay: 0 },
]

/** How many others use each app, how many of them removed it again, and since when it may have been used, in days. */
const OTHERS: Record<DemoApp, { people: number; left: number; since: number }> = {
  ledger: { people: 14, left: 2, since: 56 },
  pocket: { people: 18, left: 3, since: 57 },
  spending: { people: 12, left: 1, since: 120 },
}

/** Returns the consents of the demo's accounts and of some others to the demo's live apps. */
export function makeGrants(accounts: readonly AccountRecord[], now: Date, random: Random): GrantRecord[] {
  const grantOf = (account: AccountRecord, consent: Omit<Consent, "role">): GrantRecord =>
    makeGrant(account, consent, now, random.fork(`${consent.app}:${account.email}`))
  const demo = DEMO_CONSENTS.flatMap(({ role, ...consent }) =>
    accounts.filter((account) => account.demo === role).map((account) => grantOf(account, consent)),
  )
  const others = (Object.keys(OTHERS) as DemoApp[]).flatMap((app) => {
    const { people, left, since } = OTHERS[app]
    const draw = random.fork(app)
    const candidates = accounts.filter(
      (account) =>
        account.demo === null &&
        account.emailVerifiedAt !== null &&
        now.getTime() - account.createdAt.getTime() > 121 * DAY_MS,
    )
    return draw.sample(candidates, people).map((account, place) => {
      const granted = 2 + draw.next() * (since - 2)
      return grantOf(account, {
        app,
        granted,
        ...(place < left && { revoked: granted * (0.1 + draw.next() * 0.6) }),
        without: draw.chance(0.3) ? ["profile"] : [],
        perDay: 0.4 + draw.next() * 1.4,
      })
    })
  })
  return [...demo, ...others]
}

function makeGrant(
  account: AccountRecord,
  { app, granted, revoked, without = [], perDay }: Omit<Consent, "role">,
  now: Date,
  random: Random,
): GrantRecord {
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * DAY_MS))
  const { requested, calls, userAgent, ips } = HABITS[app]
  const shownScopes = requested.filter((scope) => account.member !== null || !isSellerScope(scope))
  const scopes = shownScopes.filter((scope) => !without.includes(scope))
  const allowed = (Object.entries(calls) as [Operation, readonly [AppScope, number]][]).flatMap(
    ([operation, [scope, weight]]) => (scopes.includes(scope) ? [[operation, weight] as const] : []),
  )
  return {
    id: uuidAt(ago(granted), random),
    accountId: account.id,
    app,
    scopes,
    shownScopes,
    createdAt: ago(granted),
    revokedAt: revoked === undefined ? null : ago(revoked),
    lastUsedAt: null,
    habit:
      perDay === 0 || allowed.length === 0
        ? null
        : { perDay, userAgent, ips: ips ?? [`198.51.100.${random.int(100, 250)}`], calls: allowed },
  }
}
