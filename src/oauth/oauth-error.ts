/** RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, RFC 7009 section 2.2.1, OpenID Connect Core section 3.1.2.6. */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "access_denied"
  | "login_required"
  | "consent_required"
  | "interaction_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "registration_not_supported"
  | "unsupported_token_type"
  | "temporarily_unavailable"
  | "server_error"

/** An error of the protocol, in words that may be shown to anybody. */
export class OauthError extends Error {
  constructor(
    readonly code: OauthErrorCode,
    readonly description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${description}`)
    this.name = "OauthError"
  }
}

/** A request that must not be answered by a redirect, because nothing vouches for where it would lead. */
export class UnsafeRequest extends Error {
  constructor(readonly reason: UnsafeReason) {
    super(reason)
    this.name = "UnsafeRequest"
  }
}

export type UnsafeReason =
  | "client"
  | "redirect_uri"
  | "not_approved"
  | "suspended"
  | "interaction"
  | "csrf"
  | "malformed"
