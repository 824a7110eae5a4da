import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import { Problem, type ProblemCode } from "@/domain/problem"

/**
 * RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, RFC 7009 section 2.2.1, OpenID Connect Core section 3.1.2.6.
 */
type OauthErrorCode =
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

/** Details of a refusal for the app's developer only; never a secret. */
export interface Refusal {
  /** Null if the app is unverified; the refusal is then not logged. */
  clientId?: string | null
  reason: OauthRefusalReason
  /** What the client sent, if that explains the error. */
  detail?: string | null
  accountId?: string
  grantId?: string
}

/** A protocol error. Its message is public; the refusal's details are not. */
export class OauthError extends Error {
  readonly refusal: Refusal

  constructor(
    readonly code: OauthErrorCode,
    readonly description: string,
    refusal: Refusal | null = null,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${description}`)
    this.name = "OauthError"
    this.refusal = refusal ?? { reason: "request_invalid", detail: description }
  }
}

/** Returns the RFC's error code for a refusal that the client is not told. */
export function refusalCode({ reason }: Refusal): OauthErrorCode {
  return reason === "app_not_usable" ? "unauthorized_client" : "invalid_request"
}

/** Messages for callers of procedures; users see the error page instead. */
const UNSAFE_PROBLEMS = {
  client: ["not_found", "There is no such app."],
  redirect_uri: ["invalid_state", "The redirect URI is not registered for this app."],
  not_approved: ["invalid_state", "This app has not been approved, and this account is not one of its testers."],
  suspended: ["invalid_state", "This app has been suspended."],
  interaction: ["not_found", "This authorization request has been decided, has expired, or began in another browser."],
  csrf: ["bad_request", "Cross-site requests are rejected."],
  malformed: ["bad_request", "The request is not well-formed."],
} as const satisfies Record<string, readonly [ProblemCode, string]>

export type UnsafeReason = keyof typeof UNSAFE_PROBLEMS

/** A request that must not be answered by a redirect, because its redirect URI is not trusted. */
export class UnsafeRequest extends Problem {
  constructor(
    readonly reason: UnsafeReason,
    readonly refusal: Refusal | null = null,
  ) {
    const [code, message] = UNSAFE_PROBLEMS[reason]
    super(code, { message })
  }
}
