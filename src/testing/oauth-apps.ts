import { randomInt } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import type { Scope } from "@/domain/scope"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { TestMarketplace } from "@/testing/marketplace"

export interface TestApp {
  id: string
  clientId: string
  /** Null for a public client. */
  secret: string | null
  redirectUri: string
  ownerId: string
  name: string
}

export interface AppOptions {
  type?: "public" | "confidential"
  name?: string
  owner?: string
  redirectUris?: string[]
  postLogout?: string[]
  required?: Scope[]
  optional?: Scope[]
  pkceRequired?: boolean
  loopbackAnyPort?: boolean
  status?: "draft" | "in_review" | "changes_requested" | "approved"
}

const CLIENT_ID_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz"

export const CALLBACK = "https://shop-sync.example/callback"

/** Registers an app as the portal and a reviewer would have done. */
export const registerApp = async (marketplace: TestMarketplace, options: AppOptions = {}): Promise<TestApp> => {
  const { type = "confidential", name = "Shop Sync", redirectUris = [CALLBACK] } = options
  const id = uuidv7()
  const clientId = `haat_client_${Array.from({ length: 24 }, () => CLIENT_ID_CHARACTERS[randomInt(36)]).join("")}`
  const ownerId = options.owner ?? (await marketplace.account({ name: "Dev Mishra" }))
  await marketplace.rows("INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, $4)", [
    id,
    clientId,
    ownerId,
    type,
  ])
  const app: TestApp = { id, clientId, secret: null, redirectUri: redirectUris[0] ?? CALLBACK, ownerId, name }
  await addVersion(marketplace, app, options)
  return { ...app, secret: type === "confidential" ? await addSecret(marketplace, app) : null }
}

/** A newer version of an app; approved at once unless said otherwise. */
export const addVersion = async (
  marketplace: TestMarketplace,
  app: TestApp,
  options: AppOptions = {},
): Promise<void> => {
  const {
    name = app.name,
    redirectUris = [app.redirectUri],
    postLogout = [],
    required = ["openid"],
    optional = [],
    status = "approved",
  } = options
  await marketplace.rows(
    `INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, post_logout_redirect_uris, required_scopes, optional_scopes,
                                    scope_reasons, pkce_required, loopback_any_port, decided_at)
     SELECT $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() FROM oauth_app_version WHERE app_id = $2`,
    [
      uuidv7(),
      app.id,
      status,
      name,
      redirectUris,
      postLogout,
      required,
      optional,
      JSON.stringify(Object.fromEntries([...required, ...optional].map((scope) => [scope, `So that ${scope} works.`]))),
      options.pkceRequired ?? false,
      options.loopbackAnyPort ?? false,
    ],
  )
}

/** A further secret of an app; two may be alive while one is being replaced. */
export const addSecret = async (
  marketplace: TestMarketplace,
  app: TestApp,
  expiresAt: Date | null = null,
): Promise<string> => {
  const secret = mintCredential("client_secret")
  await marketplace.rows("INSERT INTO oauth_app_secret (hash, app_id, last_four, expires_at) VALUES ($1, $2, $3, $4)", [
    hashCredential(secret),
    app.id,
    secret.slice(-4),
    expiresAt,
  ])
  return secret
}
