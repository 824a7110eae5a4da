import { z } from "zod"
import { APP_SCOPES, logoPath, VERSION_STATUSES, type VersionStatus } from "@/domain/oauth-app"
import type { OauthScope } from "@/domain/scope"
import { timestamp, toTimestampOrNull } from "@/trpc/wire"

// What developers and reviewers both see of a version of an OAuth app.

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

export interface AppVersionRow {
  id: string
  number: number
  status: VersionStatus
  name: string
  logo_hash: string | null
  description: string
  homepage_url: string | null
  privacy_url: string | null
  terms_url: string | null
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  required_scopes: OauthScope[]
  optional_scopes: OauthScope[]
  scope_reasons: Partial<Record<OauthScope, string>>
  pkce_required: boolean
  loopback_any_port: boolean
  submitted_at: Date | null
  decided_at: Date | null
}

/** Of a version's logo, in SQL; v is oauth_app_version. */
export const LOGO_HASH = "left(encode(sha256(v.logo), 'hex'), 16)"

/** The columns of an AppVersionRow; v is oauth_app_version. */
export const APP_VERSION_COLUMNS = `
  v.id, v.number, v.status, v.name, ${LOGO_HASH} AS logo_hash, v.description, v.homepage_url, v.privacy_url, v.terms_url,
  v.redirect_uris, v.post_logout_redirect_uris, v.required_scopes, v.optional_scopes, v.scope_reasons, v.pkce_required,
  v.loopback_any_port, v.submitted_at, v.decided_at`

/** The versions of an app that count, in SQL: the newest approved one, and the open one. */
export const COUNTING_VERSIONS = `
  SELECT ${APP_VERSION_COLUMNS} FROM oauth_app_version v
  WHERE v.app_id = $1 AND (v.status <> 'approved' OR v.number = (SELECT max(number) FROM oauth_app_version WHERE app_id = $1 AND status = 'approved'))`

export const toAppVersion = ({ logo_hash, submitted_at, decided_at, ...row }: AppVersionRow): AppVersion => ({
  ...row,
  logo: logoPath(row.id, logo_hash),
  submitted_at: toTimestampOrNull(submitted_at),
  decided_at: toTimestampOrNull(decided_at),
})
