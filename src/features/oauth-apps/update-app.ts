import { v7 as uuidv7 } from "uuid"
import type { AppType } from "@/domain/oauth-app"
import { invalid, Problem } from "@/domain/problem"
import { drawLogo } from "@/features/oauth-apps/logo-picture"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp, UpdateApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { type AppVersionRow, COUNTING_VERSIONS } from "@/trpc/app-version"

// What people are shown before they allow an app something, and where its answers go, is reviewed before it is live. The rest
// takes effect at once, on the live version as on the open one: a developer must be able to mend a link or to require PKCE
// without waiting for anybody.
const REVIEWED = [
  "name",
  "redirect_uris",
  "post_logout_redirect_uris",
  "loopback_any_port",
  "required_scopes",
  "optional_scopes",
  "scope_reasons",
] as const
const FREE = ["description", "homepage_url", "privacy_url", "terms_url", "pkce_required"] as const

type Reviewed = (typeof REVIEWED)[number]
type Changes = Partial<Record<Reviewed | (typeof FREE)[number], unknown>>

/**
 * Edits an app. Changes that need a review go to its open version, which is opened where there is none; the live one stays as it is.
 * @throws Problem not_found; validation_failed; invalid_state, for a change that needs a review while a reviewer looks at the app.
 */
export const updateApp = async (
  actor: Actor,
  { client_id: clientId, logo, ...fields }: UpdateApp,
): Promise<OauthApp> => {
  const { accountId } = actor.caller
  const picture = typeof logo === "string" ? await drawLogo(accountId, logo) : logo
  return transaction(async (tx) => {
    const app = await lockOwnApp(tx, accountId, clientId)
    const versions = await query<AppVersionRow>(COUNTING_VERSIONS, [app.id], tx)
    const open = versions.find(({ status }) => status !== "approved")
    const edited = open ?? versions[0]
    if (!edited) throw new Error(`app ${app.id} has no version`)
    checkTogether(app.type, { ...edited, ...fields })
    const reviewed = differences(REVIEWED, edited, fields)
    const free = differences(FREE, edited, fields)
    if (Object.keys(free).length > 0) for (const { id } of versions) await write(tx, id, free)
    const hasReviewed = Object.keys(reviewed).length > 0 || picture !== undefined
    if (hasReviewed) {
      if (edited.status === "in_review")
        throw new Problem("invalid_state", { message: "The app is being reviewed; withdraw it to change this." })
      const id = open ? open.id : await openVersion(tx, app.id, edited.id)
      await write(tx, id, {
        ...reviewed,
        ...(picture !== undefined && { logo: picture, logo_type: picture && "image/png" }),
      })
    }
    const changed = [...Object.keys(reviewed), ...Object.keys(free), ...(picture === undefined ? [] : ["logo"])]
    if (changed.length > 0) {
      // Of what nobody reviews, a reviewer can still see later what it was when the app was approved.
      const before = Object.fromEntries(FREE.filter((name) => name in free).map((name) => [name, edited[name]]))
      await audit(tx, actor, "oauth_app.updated", app.id, {
        changed,
        ...(Object.keys(before).length > 0 && { before }),
      })
    }
    return getOwnApp(accountId, clientId, tx)
  })
}

type Whole = Pick<
  AppVersionRow,
  "required_scopes" | "optional_scopes" | "pkce_required" | "loopback_any_port" | "redirect_uris"
>

/** Rules between fields, whichever of them an edit names. */
const checkTogether = (
  type: AppType,
  { required_scopes, optional_scopes, pkce_required }: { [Name in keyof Whole]: Whole[Name] | undefined },
): void => {
  const twice = optional_scopes?.find((scope) => required_scopes?.includes(scope))
  if (twice) throw invalid("optional_scopes", "duplicate", `${twice} is either required or optional.`)
  if (type === "public" && pkce_required === false)
    throw invalid("pkce_required", "required", "A public app always uses PKCE.")
}

const differences = (names: readonly (keyof Changes)[], before: AppVersionRow, after: Changes): Changes =>
  Object.fromEntries(
    names
      .filter((name) => after[name] !== undefined && !same(after[name], before[name]))
      .map((name) => [name, after[name]]),
  )

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  )

const write = async (
  tx: Queryable,
  id: string,
  changes: Changes & { logo?: Buffer | null; logo_type?: string | null },
): Promise<void> => {
  // The names are those of this file, never of the request.
  const names = Object.keys(changes)
  const values = Object.entries(changes).map(([name, value]) =>
    name === "scope_reasons" ? JSON.stringify(value) : value,
  )
  await tx.query(
    `UPDATE oauth_app_version SET ${names.map((name, place) => `${name} = $${place + 2}`).join(", ")} WHERE id = $1`,
    [id, ...values],
  )
}

/** A draft that begins as a copy of the live version. */
const openVersion = async (tx: Queryable, appId: string, from: string): Promise<string> => {
  const id = uuidv7()
  await query(
    `INSERT INTO oauth_app_version (id, app_id, number, status, name, logo, logo_type, description, homepage_url, privacy_url, terms_url, redirect_uris,
       post_logout_redirect_uris, required_scopes, optional_scopes, scope_reasons, pkce_required, loopback_any_port)
     SELECT $1, app_id, (SELECT max(number) + 1 FROM oauth_app_version WHERE app_id = $2), 'draft', name, logo, logo_type, description, homepage_url, privacy_url,
       terms_url, redirect_uris, post_logout_redirect_uris, required_scopes, optional_scopes, scope_reasons, pkce_required, loopback_any_port
     FROM oauth_app_version WHERE id = $3`,
    [id, appId, from],
    tx,
  )
  return id
}
