import type { Route } from "@/api/routes"
import { ROUTES } from "@/api/served"
import type { ProblemCode } from "@/domain/problem"
import { processSingleton } from "@/platform/process-singleton"

/** Returns every error code that an operation can return. */
export function operationProblems({ meta, pathParameters, queryParameters, hasBody }: Route): ProblemCode[] {
  const { scope, live, sandbox, seller, openapi } = meta
  return [
    ...(scope
      ? ([
          "authentication_required",
          "invalid_token",
          "token_expired",
          "token_revoked",
          "insufficient_scope",
          "ip_not_allowed",
        ] as const)
      : []),
    ...(seller ? (["not_a_seller"] as const) : []),
    ...(live ? (["live_key_required"] as const) : []),
    ...(sandbox ? (["test_key_required"] as const) : []),
    ...(pathParameters.length > 0 ? (["not_found"] as const) : []),
    "not_acceptable",
    ...(hasBody || queryParameters.size > 0 || openapi.idempotent ? (["validation_failed"] as const) : []),
    ...(hasBody ? (["payload_too_large", "unsupported_media_type"] as const) : []),
    ...(openapi.idempotent ? (["idempotency_in_progress", "idempotency_key_reused"] as const) : []),
    ...(openapi.conditional ? (["precondition_failed"] as const) : []),
    "rate_limit_exceeded",
    "internal_error",
    ...(openapi.databaseIndependent ? [] : (["unavailable"] as const)),
    ...(openapi.problems ?? []),
  ]
}

function problemsByOperation(): Map<string, readonly ProblemCode[]> {
  return processSingleton(
    "fault-problems",
    () =>
      new Map(
        ROUTES.filter(({ meta }) => meta.scope && !meta.sandbox && !meta.internal).map((route) => [
          route.meta.openapi.operationId,
          operationProblems(route),
        ]),
      ),
  )
}

/**
 * Returns the operations that a sandbox's fault can affect, each with the error codes that it can be made to return.
 */
export function faultOperations(): { operation: string; codes: readonly ProblemCode[] }[] {
  return [...problemsByOperation()].map(([operation, codes]) => ({ operation, codes }))
}

/**
 * Returns the error codes that a sandbox's fault can make an operation respond with; null if there is no such
 * operation, it needs no credential, or it drives the sandbox itself.
 */
export function faultProblems(operationId: string): readonly ProblemCode[] | null {
  return problemsByOperation().get(operationId) ?? null
}
