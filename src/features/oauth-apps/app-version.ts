import { z } from "zod"
import { APP_SCOPES, type AppScope, logoPath, VERSION_STATUSES, type VersionStatus } from "@/domain/oauth-app"
import type { Prisma } from "@/platform/prisma/client"
import { timestamp, toTimestampOrNull } from "@/trpc/wire"

// The fields of an app's version that both developers and reviewers see.

const scope = z.enum(APP_SCOPES)

export const AppVersion = z.object({
  id: z.uuid(),
  number: z.int(),
  status: z.enum(VERSION_STATUSES),
  name: z.string(),
  /** The path of a PNG of 256 by 256 pixels. */
  logo: z.string().nullable(),
  description: z.string(),
  homepage_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  required_scopes: z.array(scope),
  optional_scopes: z.array(scope),
  scope_reasons: z.partialRecord(scope, z.string()),
  pkce_required: z.boolean(),
  loopback_any_port: z.boolean(),
  submitted_at: timestamp.nullable(),
  decided_at: timestamp.nullable(),
})

export type AppVersion = z.output<typeof AppVersion>

const APP_VERSION_SELECT = {
  id: true,
  number: true,
  status: true,
  name: true,
  logoHash: true,
  description: true,
  homepageUrl: true,
  privacyUrl: true,
  termsUrl: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  requiredScopes: true,
  optionalScopes: true,
  scopeReasons: true,
  pkceRequired: true,
  loopbackAnyPort: true,
  submittedAt: true,
  decidedAt: true,
} as const satisfies Prisma.OauthAppVersionSelect

type AppVersionRow = Prisma.OauthAppVersionGetPayload<{ select: typeof APP_VERSION_SELECT }>

function toAppVersion(row: AppVersionRow): AppVersion {
  return {
    id: row.id,
    number: row.number,
    status: row.status as VersionStatus,
    name: row.name,
    logo: logoPath(row.id, row.logoHash),
    description: row.description,
    homepage_url: row.homepageUrl,
    privacy_url: row.privacyUrl,
    terms_url: row.termsUrl,
    redirect_uris: row.redirectUris,
    post_logout_redirect_uris: row.postLogoutRedirectUris,
    required_scopes: row.requiredScopes as AppScope[],
    optional_scopes: row.optionalScopes as AppScope[],
    scope_reasons: row.scopeReasons as AppVersion["scope_reasons"],
    pkce_required: row.pkceRequired,
    loopback_any_port: row.loopbackAnyPort,
    submitted_at: toTimestampOrNull(row.submittedAt),
    decided_at: toTimestampOrNull(row.decidedAt),
  }
}

/** The versions of an app that matter: the newest approved one, and the open one. */
interface CurrentVersions {
  live: AppVersion | null
  open: AppVersion | null
}

export async function findCurrentVersions(db: Prisma.TransactionClient, appId: string): Promise<CurrentVersions> {
  const live = await db.oauthAppVersion.findFirst({
    where: { appId, status: "approved" },
    select: APP_VERSION_SELECT,
    orderBy: { number: "desc" },
  })
  const open = await db.oauthAppVersion.findFirst({
    where: { appId, status: { not: "approved" } },
    select: APP_VERSION_SELECT,
  })
  return { live: live && toAppVersion(live), open: open && toAppVersion(open) }
}
