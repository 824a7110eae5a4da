import { initTRPC, TRPCError } from "@trpc/server"
import type { OpenApiMeta } from "trpc-to-openapi"
import type { Deprecation } from "@/domain/deprecation"
import { isProblem, Problem, type ProblemCode } from "@/domain/problem"
import type { ClientScope, Scope } from "@/domain/scope"
import { toUnavailable } from "@/platform/db/unavailable"
import type { Context } from "@/trpc/context"
import { validationDetails } from "@/trpc/validation-details"

/** Declares what trpc-to-openapi's own metadata cannot express about an operation. */
export interface OperationMeta {
  operationId: string
  summary: string
  description: string
  tags: [string]
  /** Error codes beyond those common to this kind of operation. */
  problems?: readonly ProblemCode[]
  /**
   * Success status if it is not 200. With 201, Location holds the new resource's URL; with 204, there is no body and
   * the procedure's output is void.
   */
  status?: 201 | 204
  /** A success body, if the example of its resource does not fit this operation. */
  example?: { data: object; meta?: object }
  /** Supports Idempotency-Key: a repeated request replays the first result. */
  idempotent?: boolean
  /** A success carries the resource's strong ETag, to be sent in If-Match. */
  versioned?: boolean
  /** Evaluates If-Match, If-None-Match and If-Unmodified-Since (RFC 9110, section 13.1). */
  conditional?: boolean
  /**
   * Responds while the database is down: the rate limit is counted in the process, and the data determines the HTTP
   * status.
   */
  databaseIndependent?: boolean
  /** The largest body in bytes, if it is more than usual. */
  bodyLimit?: number
  /** Also offers the rows of `data` as comma-separated values, to `Accept: text/csv`. */
  csv?: boolean
  /** Responds with server-sent events; the output is `{ stream }`, a BodyStream. */
  stream?: boolean
  /** Seconds that shared caches may store a success that is the same for every client. */
  publicSeconds?: number
  /** Seconds that a client's own cache may use a success without asking again. */
  privateSeconds?: number
  /** When it stops working, and what replaces it. `deprecated()` declares the same of a parameter or field. */
  deprecated?: Deprecation
}

/** Metadata of a procedure. `openapi` alone declares its REST route, below /v1, and its description. */
export type Meta = {
  scope?: Scope
  /** The scope with which the token of an app itself may call it, for the app's own resources. */
  clientScope?: ClientScope
  live?: boolean
  /** Acts in the caller's sandbox, so it refuses live credentials. */
  sandbox?: boolean
  seller?: boolean
  /** For the operator's keys, from the networks that the operator allows. It is not in the public description. */
  internal?: boolean
  /** A change that an account with an unverified email address may make. */
  unverified?: boolean
  openapi?: Omit<NonNullable<OpenApiMeta["openapi"]>, keyof OperationMeta> & OperationMeta
}

/** tRPC with Haat's context, metadata and errors. */
export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // The portal's errors carry the API's codes; an unexpected error reveals nothing about its cause.
    errorFormatter: ({ shape, error }) => {
      const problem = toProblem(error)
      return {
        ...shape,
        message: problem.message,
        data: {
          code: shape.data.code,
          httpStatus: problem.status,
          problem: problem.code,
          details: problem.details ?? [],
          retryAfter: problem.retryAfter ?? null,
        },
      }
    },
  })

// Errors that tRPC throws before a procedure runs.
const PROBLEM_CODES: Partial<Record<TRPCError["code"], ProblemCode>> = {
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}

/**
 * Maps a procedure's failure to a Problem, such as `unavailable` if the database is down. Other errors become
 * internal_error, whose cause only the log shows.
 */
export function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error
  if (error instanceof TRPCError) {
    if (isProblem(error.cause)) return error.cause
    if (error.code === "BAD_REQUEST")
      return new Problem("validation_failed", { details: validationDetails(error.cause) })
    const problemCode = PROBLEM_CODES[error.code]
    if (problemCode) return new Problem(problemCode)
  }
  return toUnavailable(error) ?? new Problem("internal_error", { cause: error })
}
