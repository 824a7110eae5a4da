import { initTRPC, TRPCError } from "@trpc/server"
import type { SessionCaller } from "@/domain/caller"
import { Problem, type ProblemCode } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { unavailable } from "@/platform/unavailable"
import type { Context } from "@/trpc/context"

/** How a procedure is reached by REST, and what the API's description says of it. */
export interface RestMeta {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below /v1, parameters in braces. */
  path: `/${string}`
  operationId: string
  tag: string
  summary: string
  description?: string
  /** Codes beyond those that every operation of its kind can answer with. */
  problems?: readonly ProblemCode[]
  /** Of a success, where it is not 200. 201 has the new resource's address in Location; 204 has no body, and the procedure no output. */
  status?: 201 | 204
  /** Replayed for the same Idempotency-Key. */
  idempotent?: boolean
  /** Answers while the database is down: its limit is counted in the process, and its data tells the HTTP status. */
  standsAlone?: boolean
}

export interface Meta {
  scope?: Scope
  live?: boolean
  seller?: boolean
  rest?: RestMeta
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // The portal's errors carry the same codes as the API's; what was not foreseen carries nothing of itself.
    errorFormatter: ({ shape, error }) => {
      const problem = problemOf(error)
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

// What tRPC itself refuses before a procedure runs.
const REFUSALS: Partial<Record<TRPCError["code"], ProblemCode>> = {
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
}

/** The foreseen error behind a procedure's failure, a database that is away among them; anything else is an internal_error, whose cause only the log sees. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof TRPCError) {
    if (error.cause instanceof Problem) return error.cause
    if (error.code === "BAD_REQUEST") return new Problem("validation_failed", { details: zodDetails(error.cause) })
    const refusal = REFUSALS[error.code]
    if (refusal) return new Problem(refusal)
  }
  return unavailable(error) ?? new Problem("internal_error", { cause: error })
}

interface ZodIssue {
  code: string
  path: PropertyKey[]
  message: string
  input?: unknown
  params?: { code?: string }
}

const zodDetails = (cause: unknown): { param: string; code: string; message: string }[] => {
  const issues = (cause as { issues?: ZodIssue[] } | undefined)?.issues ?? []
  return issues.map(({ code, path, message, input, params }) => ({
    param: path.map(String).join("."),
    code:
      params?.code ??
      (code === "invalid_type" && input === undefined && /received undefined/.test(message) ? "required" : code),
    message,
  }))
}

export const router = t.router
export const mergeRouters = t.mergeRouters
export const createCaller = t.createCallerFactory

/** Needs no credential. */
export const open = t.procedure

interface Requirements {
  /** No test keys. */
  live?: boolean
  /** A person in the portal must have lately shown who they are; a program's credential is its proof. */
  recent?: boolean
}

/** Needs a credential that carries a scope. */
export const requires = (scope: Scope, { live = false, recent = false }: Requirements = {}) =>
  t.procedure.meta({ scope, live }).use(({ ctx, next }) => {
    const { caller } = ctx
    if (!caller) throw new Problem("authentication_required")
    if (!caller.scopes.has(scope))
      throw new Problem("insufficient_scope", { message: `This credential lacks the scope ${scope}.` })
    if (live && !caller.livemode) throw new Problem("live_key_required")
    if (recent && caller.kind === "session" && !hasRecentProof(caller)) throw new Problem("reauthentication_required")
    return next({ ctx: { caller } })
  })

/** Needs a scope, and an account that handles the orders of an approved store. */
export const requiresSeller = (scope: Scope, requirements: Requirements = {}) =>
  requires(scope, requirements)
    .meta({ seller: true })
    .use(({ ctx, next }) => {
      const { storeId } = ctx.caller
      if (storeId === null) throw new Problem("not_a_seller")
      return next({ ctx: { storeId } })
    })

/** Needs somebody signed in to the portal. */
export const portal = t.procedure.use(({ ctx, next }) => {
  if (ctx.caller?.kind !== "session") throw new Problem("authentication_required", { message: "Sign in first." })
  return next({ ctx: { caller: ctx.caller } })
})

/** How long a proof of who somebody is counts, from the sign-in or from when it was last confirmed. */
export const PROOF_SECONDS = 15 * 60

const hasRecentProof = ({ signedInAt }: SessionCaller): boolean =>
  Date.now() - signedInAt.getTime() < PROOF_SECONDS * 1000

/**
 * Needs somebody signed in to the portal who has lately shown who they are: for secrets, and for what could lock them out. The
 * portal's pages ask for it by themselves and try again (src/ui/api.ts).
 */
export const portalRecent = portal.use(({ ctx, next }) => {
  if (!hasRecentProof(ctx.caller)) throw new Problem("reauthentication_required")
  return next({ ctx })
})

/** Needs somebody of the platform's staff. */
export const staff = portal.use(({ ctx, next }) => {
  if (!ctx.caller.roles.includes("staff")) throw new Problem("not_found")
  return next({ ctx })
})
