import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ClientBase } from "pg"
import { APP_SCOPES, type AppScope, type AppType, type VersionStatus } from "@/domain/oauth-app"
import { DAY_MS } from "@/domain/time-units"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { AccountRecord } from "./accounts"
import { copyInto, type Value } from "./copy"
import { uuidAt } from "./ids"
import type { DemoApp } from "./oauth-grants"
import { seededRandom } from "./random"

/** The developer's two apps in demo.json. */
export interface DemoClients {
  confidential: { client_id: string; client_secret: string; redirect_uris: string[] }
  /** The test client of the confidential one. */
  test: { client_id: string; client_secret: string; redirect_uris: string[] }
  public: { client_id: string; redirect_uris: string[] }
}

interface VersionData {
  status: VersionStatus
  name: string
  description: string
  site: string
  redirectUris: string[]
  required: readonly AppScope[]
  optional: readonly AppScope[]
  reasons: Partial<Record<AppScope, string>>
  loopbackAnyPort: boolean
  /** Days before now. */
  submitted: number
}

interface AppData {
  type: AppType
  /** Days before now. */
  created: number
  versions: VersionData[]
}

const LOOPBACK = ["http://127.0.0.1/callback", "http://localhost/callback"]

const EVERY_REASON: Record<AppScope, string> = {
  openid: "So that you sign in with one click and find your ledger again.",
  profile: "To greet you by your name.",
  email: "To send you the monthly statement by email.",
  "profile.read": "To fill in your name and contact when you set up the ledger.",
  "catalog.read": "To show what the products you bought cost today.",
  "orders.read": "To enter every order into your ledger by itself.",
  "seller.orders.read": "To enter your store's sales and print the packing lists.",
  "seller.orders.write": "To mark orders as shipped when you print their label.",
  "seller.orders.manage": "To confirm and cancel orders from your own stock list.",
  "usage.read": "To tell you how many of our calls are left and which ones failed.",
  "seller.refunds.write": "To refund customers who send something back.",
  "seller.catalog.read": "To compare your stock list with what your store offers.",
  "seller.catalog.write": "To set stock and prices from your own stock list.",
}

function forEverything(name: string, description: string): VersionData {
  return {
    status: "approved",
    name,
    description,
    site: "https://bahikhata.example",
    redirectUris: LOOPBACK,
    required: ["openid"],
    optional: APP_SCOPES.filter((scope) => scope !== "openid"),
    reasons: EVERY_REASON,
    loopbackAnyPort: true,
    submitted: 58,
  }
}

const PARCEL_DESK: VersionData = {
  status: "in_review",
  name: "Parcel Desk",
  description: "Prints courier labels for the day's orders of a store and marks the parcels as shipped.",
  site: "https://parceldesk.example",
  redirectUris: ["https://parceldesk.example/oauth/callback", "https://login.courier-hub.example/haat"],
  required: ["openid", "seller.orders.read", "seller.orders.write"],
  optional: ["email"],
  reasons: {
    openid: "To know which desk is yours.",
    "seller.orders.read": "To print labels.",
    "seller.orders.write": "To mark a parcel as shipped when its label is printed.",
    email: "To mail you the day's list.",
  },
  loopbackAnyPort: false,
  submitted: 2.3,
}

const SPENDING: VersionData = {
  status: "approved",
  name: "Kharcha",
  description: "Sorts what a household buys by month and by kind, and warns before the festival budget is spent.",
  site: "https://kharcha.example",
  redirectUris: ["https://kharcha.example/callback"],
  required: ["openid", "orders.read"],
  optional: ["profile"],
  reasons: {
    openid: "To keep your budget under your account.",
    "orders.read": "To add up what you ordered.",
    profile: "To show whose budget it is.",
  },
  loopbackAnyPort: false,
  submitted: 140,
}

const SPENDING_NEXT: VersionData = {
  ...SPENDING,
  status: "in_review",
  name: "Kharcha Plus",
  redirectUris: ["https://kharcha.example/callback", "in.kharcha.app:/callback"],
  optional: ["profile", "email"],
  reasons: { ...SPENDING.reasons, email: "To mail you the budget on the first of each month." },
  submitted: 0.6,
}

/**
 * Writes the demo's OAuth apps: the developer's two, which request every scope, one of them with a test client, and other developers' apps in review.
 * @returns the developer's two, with the secret that is stored nowhere else, and the ids of the live ones
 */
export async function writeOauthApps(
  client: ClientBase,
  accounts: readonly AccountRecord[],
  now: Date,
): Promise<{ oauth: DemoClients; appIds: Record<DemoApp, string> }> {
  const random = seededRandom("haat-2026-05-01/oauth")
  const ago = (days: number): Date => new Date(now.getTime() - Math.round(days * DAY_MS))
  const byRole = (role: AccountRecord["demo"]): AccountRecord =>
    accounts.find(({ demo }) => demo === role) ?? fail(role ?? "account")
  const neighbour =
    accounts.find(
      ({ demo, emailVerifiedAt, createdAt }) => demo === null && emailVerifiedAt !== null && createdAt < ago(160),
    ) ?? fail("neighbour")

  const write = async (
    owner: AccountRecord,
    { type, created, versions }: AppData,
  ): Promise<{ id: string; clientId: string }> => {
    const [id, clientId] = [uuidAt(ago(created), random), mintClientId()]
    await copyInto(
      client,
      "oauth_app",
      ["id", "client_id", "account_id", "type", "created_at"],
      [[id, clientId, owner.id, type, ago(created)]],
    )
    const rows = versions.map((version, place): Value[] => [
      uuidAt(ago(version.submitted), random),
      id,
      place + 1,
      version.status,
      version.name,
      version.description,
      version.site,
      `${version.site}/privacy`,
      `${version.site}/terms`,
      version.redirectUris,
      version.loopbackAnyPort ? ["http://127.0.0.1/", "http://localhost/"] : [],
      version.required,
      version.optional,
      JSON.stringify(version.reasons),
      type === "public",
      version.loopbackAnyPort,
      ago(version.submitted + 1),
      ago(version.submitted),
      version.status === "approved" ? ago(version.submitted - 0.4) : null,
    ])
    await copyInto(
      client,
      "oauth_app_version",
      "id app_id number status name description homepage_url privacy_url terms_url redirect_uris post_logout_redirect_uris required_scopes optional_scopes scope_reasons pkce_required loopback_any_port created_at submitted_at decided_at".split(
        " ",
      ),
      rows,
    )
    return { id, clientId }
  }

  const developer = byRole("developer")
  const confidential = await write(developer, {
    type: "confidential",
    created: 60,
    versions: [
      forEverything(
        "Bahi Khata",
        "A ledger that writes itself: orders, sales and parcels of a shop, its receipts by email, in one book.",
      ),
    ],
  })
  const open = await write(developer, {
    type: "public",
    created: 59,
    versions: [
      forEverything(
        "Bahi Khata Pocket",
        "The ledger for the phone: orders, sales and parcels of a shop, its receipts by email, in one book.",
      ),
    ],
  })
  await write(byRole("seller"), { type: "confidential", created: 3, versions: [PARCEL_DESK] })
  const spending = await write(neighbour, { type: "public", created: 150, versions: [SPENDING, SPENDING_NEXT] })

  const [testId, testClientId] = [uuidAt(ago(30), random), mintClientId()]
  await copyInto(
    client,
    "oauth_app",
    "id client_id account_id type created_at live_app_id redirect_uris post_logout_redirect_uris".split(" "),
    [[testId, testClientId, developer.id, "confidential", ago(30), confidential.id, LOOPBACK, ["http://127.0.0.1/"]]],
  )
  const [secret, testSecret] = [mintCredential("client_secret"), mintCredential("client_secret")]
  await copyInto(
    client,
    "oauth_app_secret",
    ["hash", "app_id", "last_four", "created_at"],
    [
      [hashCredential(secret), confidential.id, secret.slice(-4), ago(60)],
      [hashCredential(testSecret), testId, testSecret.slice(-4), ago(30)],
    ],
  )
  return {
    oauth: {
      confidential: { client_id: confidential.clientId, client_secret: secret, redirect_uris: LOOPBACK },
      test: { client_id: testClientId, client_secret: testSecret, redirect_uris: LOOPBACK },
      public: { client_id: open.clientId, redirect_uris: LOOPBACK },
    },
    appIds: { ledger: confidential.id, pocket: open.id, spending: spending.id },
  }
}

function fail(what: string): never {
  throw new Error(`the demo has no ${what}`)
}

/** Copies the demo client, which signs in with one of these apps, next to its demo.json. */
export function writeDemoClient(dataDir: string): void {
  copyFileSync(fileURLToPath(new URL("./demo-client.mjs", import.meta.url)), join(dataDir, "demo-client.mjs"))
}
