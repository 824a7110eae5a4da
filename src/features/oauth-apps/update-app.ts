import { v7 as uuidv7 } from "uuid"
import type { AppType } from "@/domain/oauth-app"
import { invalid, Problem } from "@/domain/problem"
import { renderLogo } from "@/features/oauth-apps/render-logo"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp, UpdateApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { type AppVersion, findCurrentVersions } from "@/features/oauth-apps/app-version"

// The fields that people see before they authorize an app, and those that say where its responses go, are reviewed
// before they are live. The others take effect immediately, on the live version and on the open one, so that a
// developer can fix a link or require PKCE without waiting.
const REVIEWED_FIELDS = {
  name: "name",
  redirect_uris: "redirectUris",
  post_logout_redirect_uris: "postLogoutRedirectUris",
  loopback_any_port: "loopbackAnyPort",
  required_scopes: "requiredScopes",
  optional_scopes: "optionalScopes",
  scope_reasons: "scopeReasons",
} as const satisfies FieldColumns
const UNREVIEWED_FIELDS = {
  description: "description",
  homepage_url: "homepageUrl",
  privacy_url: "privacyUrl",
  terms_url: "termsUrl",
  pkce_required: "pkceRequired",
} as const satisfies FieldColumns

/** The names of a field in a request and in the model. */
type FieldColumns = Partial<
  Record<keyof AppVersion & keyof UpdateApp, keyof Prisma.OauthAppVersionUpdateManyMutationInput>
>
type RequestedChanges = Partial<UpdateApp>

/**
 * Edits an app. Changes that need a review go to its open version, which is created if there is none; the live version
 * stays unchanged.
 * @throws Problem not_found; validation_failed; invalid_state, for a change that needs a review while the app is being
 * reviewed.
 */
export async function updateApp(actor: Actor, { client_id: clientId, logo, ...fields }: UpdateApp): Promise<OauthApp> {
  const { accountId } = actor.caller
  const picture = typeof logo === "string" ? await renderLogo(accountId, logo) : logo
  return prismaTransaction(async (tx) => {
    const app = await lockOwnApp(tx, accountId, clientId)
    const { live, open } = await findCurrentVersions(tx, app.id)
    const edited = open ?? live
    if (!edited) throw new Error(`app ${app.id} has no version`)
    checkFieldCombination(app.type, { ...edited, ...fields })
    const reviewed = changedFields(REVIEWED_FIELDS, edited, fields)
    const unreviewed = changedFields(UNREVIEWED_FIELDS, edited, fields)
    if (unreviewed.length > 0)
      await tx.oauthAppVersion.updateMany({
        where: { id: { in: [live, open].flatMap((version) => version?.id ?? []) } },
        data: toUpdateData(UNREVIEWED_FIELDS, unreviewed, fields),
      })
    if (reviewed.length > 0 || picture !== undefined) {
      if (edited.status === "in_review")
        throw new Problem("invalid_state", { message: "The app is being reviewed; withdraw it to change this." })
      await tx.oauthAppVersion.update({
        where: { id: open ? open.id : await createDraftVersion(tx, edited.id) },
        data: {
          ...toUpdateData(REVIEWED_FIELDS, reviewed, fields),
          ...(picture !== undefined && {
            logo: picture && new Uint8Array(picture),
            logoType: picture && "image/png",
          }),
        },
      })
    }
    const changed = [...reviewed, ...unreviewed, ...(picture === undefined ? [] : ["logo"])]
    if (changed.length > 0) {
      // The audit keeps the old values of unreviewed fields, so that a reviewer can see what they were at the approval.
      const before = Object.fromEntries(unreviewed.map((name) => [name, edited[name]]))
      await audit(queryableOf(tx), actor, "oauth_app.updated", app.id, {
        changed,
        ...(unreviewed.length > 0 && { before }),
      })
    }
    return getOwnApp(accountId, clientId, tx)
  })
}

type CombinedFields = Pick<
  AppVersion,
  "required_scopes" | "optional_scopes" | "pkce_required" | "loopback_any_port" | "redirect_uris"
>

/** Rules between fields, of which an edit may name only some. */
function checkFieldCombination(
  type: AppType,
  {
    required_scopes,
    optional_scopes,
    pkce_required,
  }: { [Name in keyof CombinedFields]: CombinedFields[Name] | undefined },
): void {
  const duplicate = optional_scopes?.find((scope) => required_scopes?.includes(scope))
  if (duplicate) throw invalid("optional_scopes", "duplicate", `${duplicate} cannot be both required and optional.`)
  if (type === "public" && pkce_required === false)
    throw invalid("pkce_required", "required", "A public app always uses PKCE.")
}

/** The names of the fields whose value a request changes. */
function changedFields<Name extends keyof AppVersion & keyof UpdateApp>(
  fields: Record<Name, unknown>,
  before: AppVersion,
  after: RequestedChanges,
): Name[] {
  return (Object.keys(fields) as Name[]).filter(
    (name) => after[name] !== undefined && !isEqual(after[name], before[name]),
  )
}

function isEqual(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, nested: unknown) =>
    typeof nested === "object" && nested !== null && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).sort(([a], [b]) => a.localeCompare(b)))
      : nested,
  )
}

function toUpdateData<Name extends keyof UpdateApp>(
  fields: Record<Name, keyof Prisma.OauthAppVersionUpdateManyMutationInput>,
  names: Name[],
  changes: RequestedChanges,
): Prisma.OauthAppVersionUpdateManyMutationInput {
  return Object.fromEntries(names.map((name) => [fields[name], changes[name]]))
}

/** Creates a draft as a copy of the live version. */
async function createDraftVersion(tx: Prisma.TransactionClient, liveId: string): Promise<string> {
  const { number, scopeReasons, ...copied } = await tx.oauthAppVersion.findUniqueOrThrow({
    where: { id: liveId },
    omit: {
      id: true,
      logoHash: true,
      status: true,
      preselectsSensitive: true,
      createdAt: true,
      submittedAt: true,
      decidedAt: true,
    },
  })
  const id = uuidv7()
  await tx.oauthAppVersion.create({
    data: { ...copied, id, number: number + 1, scopeReasons: scopeReasons as Prisma.InputJsonObject },
  })
  return id
}
