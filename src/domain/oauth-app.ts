import { OAUTH_SCOPES, type OauthScope, TEST_CLIENT_SCOPES } from "@/domain/scope"

export const APP_TYPES = ["public", "confidential"] as const
export type AppType = (typeof APP_TYPES)[number]

export const VERSION_STATUSES = ["draft", "in_review", "changes_requested", "approved"] as const
export type VersionStatus = (typeof VERSION_STATUSES)[number]

export const APP_STATUSES = [...VERSION_STATUSES, "suspended"] as const
export type AppStatus = (typeof APP_STATUSES)[number]

export const REVIEW_DECISIONS = ["approved", "changes_requested", "suspended", "reinstated"] as const
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

/** The automatic review checks of an app version. */
export const REVIEW_CHECKS = ["redirect_uris", "scopes", "name"] as const

/** A scope that a developer may choose for an app. */
export type AppScope = Exclude<OauthScope, (typeof TEST_CLIENT_SCOPES)[number]>

/** Every scope that a developer may choose for an app, in display order. */
export const APP_SCOPES = OAUTH_SCOPES.filter((scope) => !TEST_CLIENT_SCOPES.some((each) => each === scope)) as [
  AppScope,
  ...AppScope[],
]

export const APP_NAME_MAX = 60
export const DESCRIPTION_MAX = 500
export const REASON_MAX = 200
export const REVIEW_COMMENT_MAX = 2_000

/**
 * Returns the path of a version's logo.
 * @param hash of the picture, so that a new picture has a new URL
 */
export function logoPath(versionId: string, hash: string | null): string | null {
  return hash === null ? null : `/media/oauth-apps/${versionId}?v=${hash}`
}
