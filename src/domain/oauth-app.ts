import { OAUTH_SCOPES, type OauthScope } from "@/domain/scope"

export const APP_TYPES = ["public", "confidential"] as const
export type AppType = (typeof APP_TYPES)[number]

export const VERSION_STATUSES = ["draft", "in_review", "changes_requested", "approved"] as const
export type VersionStatus = (typeof VERSION_STATUSES)[number]

export const APP_STATUSES = [...VERSION_STATUSES, "suspended"] as const
export type AppStatus = (typeof APP_STATUSES)[number]

export const REVIEW_DECISIONS = ["approved", "changes_requested", "suspended", "reinstated"] as const
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

/** What the automatic checks of a version look at. */
export const REVIEW_CHECKS = ["redirect_uris", "scopes", "name"] as const

/** Every scope an app may ask for, in the order in which people read them. */
export const APP_SCOPES = OAUTH_SCOPES as [OauthScope, ...OauthScope[]]

export const APP_NAME_MAX = 60
export const DESCRIPTION_MAX = 500
export const REASON_MAX = 200
export const REVIEW_WORDS_MAX = 2_000

/**
 * Where a version's logo is served.
 * @param hash of the picture, so that another picture has another address
 */
export const logoPath = (versionId: string, hash: string | null): string | null =>
  hash === null ? null : `/media/oauth-apps/${versionId}?v=${hash}`
