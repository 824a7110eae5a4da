/** Reasons for refusing an app's OAuth request, shown to its developer; the client receives only the RFC's error. */
export const OAUTH_REFUSALS = [
  "request_invalid",
  "redirect_uri_not_registered",
  "scope_unknown",
  "scope_not_allowed",
  "sign_in_needed",
  "consent_needed",
  "client_not_assured",
  "denied_by_person",
  "app_not_usable",
  "client_secret_missing",
  "client_secret_wrong",
  "client_secret_unexpected",
  "grant_type_unsupported",
  "code_unknown",
  "code_of_another_client",
  "code_expired",
  "code_used",
  "redirect_uri_mismatch",
  "code_verifier_missing",
  "code_verifier_wrong",
  "code_verifier_unexpected",
  "refresh_token_unknown",
  "refresh_token_of_another_client",
  "refresh_token_expired",
  "refresh_token_revoked",
  "refresh_token_reused",
  "scope_wider",
  "scope_removed",
  "consent_removed",
  "account_locked",
  "password_changed",
  "access_token_revoked",
  "access_token_expired",
  "scope_missing",
] as const

export type OauthRefusalReason = (typeof OAUTH_REFUSALS)[number]

/** Where a request can be refused, in the order of a sign-in. */
export const OAUTH_LOG_ENDPOINTS = [
  "/oauth/authorize",
  "/oauth/sign-in",
  "/oauth/consent",
  "/oauth/token",
  "/oauth/userinfo",
  "/oauth/revoke",
  "/oauth/end_session",
] as const

/** Refusals that a process logs individually per minute, app and reason; the rest are only counted. */
export const OAUTH_LOG_PER_MINUTE = 10
/** Newest refusals kept per app and reason, whatever their age. */
export const OAUTH_LOG_MAX_PER_REASON = 200
export const OAUTH_LOG_DAYS = 30
