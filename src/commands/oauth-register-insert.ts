import { v7 as uuidv7 } from "uuid"
import type { AppType } from "@/domain/oauth-app"
import type { Scope } from "@/domain/scope"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { addSecret } from "@/features/oauth-apps/roll-secret"
import { type Queryable, query, transaction } from "@/platform/db"

/** A client as an operator asks for it. */
export interface NewClient {
  name: string
  type: AppType
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  requiredScopes: Scope[]
  optionalScopes: Scope[]
  approved: boolean
  pkceRequired: boolean
  loopbackAnyPort: boolean
  /** An account's address. */
  owner: string | null
  /** The address of the owner to take where none is named, if there is such an account. */
  demoOwner: string | null
}

/** Nobody can sign in to it: it has no password, and its address no mailbox. */
const OPERATORS = "operators@haat.invalid"

const ownerOf = async (tx: Queryable, { owner, demoOwner }: NewClient): Promise<string | null> => {
  const [named] = await query<{ id: string }>(
    "SELECT id FROM account WHERE email = $1",
    [owner ?? demoOwner ?? OPERATORS],
    tx,
  )
  if (named || owner !== null) return named?.id ?? null
  await query(
    "INSERT INTO account (id, email, name, updated_at) VALUES ($1, $2, 'Haat', now()) ON CONFLICT (email) DO NOTHING",
    [uuidv7(), OPERATORS],
    tx,
  )
  const [operators] = await query<{ id: string }>("SELECT id FROM account WHERE email = $1", [OPERATORS], tx)
  return operators?.id ?? null
}

const insert = (client: NewClient): Promise<Record<string, string>> =>
  transaction(async (tx) => {
    const owner = await ownerOf(tx, client)
    if (owner === null) return { refused: `no account has the address ${client.owner}` }
    const [id, clientId] = [uuidv7(), mintClientId()]
    await query(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, $4)",
      [id, clientId, owner, client.type],
      tx,
    )
    await query(
      `INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, post_logout_redirect_uris, required_scopes, optional_scopes, pkce_required,
         loopback_any_port, decided_at)
       VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $3 = 'approved' THEN now() END)`,
      [
        uuidv7(),
        id,
        client.approved ? "approved" : "draft",
        client.name,
        client.redirectUris,
        client.postLogoutRedirectUris,
        client.requiredScopes,
        client.optionalScopes,
        client.pkceRequired,
        client.loopbackAnyPort,
      ],
      tx,
    )
    await query(
      "INSERT INTO audit_entry (id, actor_kind, action, subject, data) VALUES ($1, 'system', 'oauth_app.registered', $2, $3)",
      [
        uuidv7(),
        id,
        JSON.stringify({ client_id: clientId, name: client.name, type: client.type, approved: client.approved }),
      ],
      tx,
    )
    if (client.type === "public") return { client_id: clientId }
    return { client_id: clientId, client_secret: await addSecret(tx, id) }
  })

const made = await insert(JSON.parse(process.argv[2] ?? "") as NewClient)
process.stdout.write(JSON.stringify(made), () => process.exit(0))
