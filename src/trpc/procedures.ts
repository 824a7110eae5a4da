import { initTRPC, type ProcedureType, TRPCError } from "@trpc/server"
import type { OpenApiMeta } from "trpc-to-openapi"
import { requireRecentProof, requireSecondFactor } from "@/auth/recent-proof"
import type { Caller } from "@/domain/caller"
import { JsonText } from "@/domain/json-text"
import { isProblem, Problem, type ProblemCode } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { unavailable } from "@/platform/db/unavailable"
import type { Context } from "@/trpc/context"

/** What trpc-to-openapi has no words for in the declaration of an operation. */
interface OperationMeta {
  operationId: string
  summary: string
  description: string
  tags: [string]
  /** Codes beyond those that every operation of its kind can answer with. */
  problems?: readonly ProblemCode[]
  /** Of a success, where it is not 200. 201 has the new resource's address in Location; 204 has no body, and the procedure a void output. */
  status?: 201 | 204
  /** Replayed for the same Idempotency-Key. */
  idempotent?: boolean
  /** Its success carries the strong ETag of the resource, to be sent in If-Match. */
  versioned?: boolean
  /** Judges If-Match, If-None-Match and If-Unmodified-Since (RFC 9110, section 13.1). */
  conditional?: boolean
  /** Answers while the database is down: its limit is counted in the process, and its data tells the HTTP status. */
  standsAlone?: boolean
  /** How long any cache may keep a success, where it is the same for every client. */
  publicSeconds?: number
}

/** Of a procedure; `openapi` is the one declaration of how it is reached by REST, below /v1, and described. */
export type Meta = OpenApiMeta<{
  scope?: Scope
  live?: boolean
  seller?: boolean
  /** A change that an account may make whose address is not confirmed yet. */
  unverified?: boolean
  openapi?: OperationMeta
}>

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
  if (isProblem(error)) return error
  if (error instanceof TRPCError) {
    if (isProblem(error.cause)) return error.cause
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
  expected?: string
  params?: { code?: string }
}

// A query's values are text, so what is expected is said in a person's words. Every number that is asked for is a whole one.
const EXPECTED: Partial<Record<string, string>> = {
  boolean: "true or false",
  number: "a whole number",
  int: "a whole number",
}

const messageOf = ({ code, path, message, expected }: ZodIssue): string => {
  const words =
    code === "invalid_type" && !message.endsWith("received undefined") ? EXPECTED[expected ?? ""] : undefined
  return words === undefined ? message : `${String(path.at(-1) ?? "This")} must be ${words}.`
}

const zodDetails = (cause: unknown): { param: string; code: string; message: string }[] => {
  const issues = (cause as { issues?: ZodIssue[] } | undefined)?.issues ?? []
  return issues.map((issue) => {
    const { code, path, message, input, params } = issue
    return {
      param: path.map(String).join("."),
      code:
        params?.code ??
        (code === "invalid_type" && input === undefined && /received undefined/.test(message) ? "required" : code),
      message: messageOf(issue),
    }
  })
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

/**
 * What is not confirmed belongs to nobody we know: such an account reads, and changes nothing but what says so in its meta.
 * @throws Problem email_not_verified
 */
const requireVerified = (caller: Caller, type: ProcedureType, meta: Meta | undefined): void => {
  if (caller.kind === "session" && !caller.emailVerified && type === "mutation" && !meta?.unverified)
    throw new Problem("email_not_verified")
}

/** A session is given what ready JSON holds. */
async function withoutText<Result extends { ok: boolean; data?: unknown }>(given: Promise<Result>): Promise<Result> {
  const result = await given
  const { data: output } = result
  if (typeof output === "object" && output !== null && "data" in output && output.data instanceof JsonText) {
    const data: unknown = output.data.parse()
    result.data = { ...output, data }
  }
  return result
}

/** Needs a credential that carries a scope. */
export const requires = (scope: Scope, { live = false, recent = false }: Requirements = {}) =>
  t.procedure.meta({ scope, live }).use(({ ctx, type, meta, next }) => {
    const { caller } = ctx
    if (!caller) throw new Problem("authentication_required")
    if (!caller.scopes.has(scope))
      throw new Problem("insufficient_scope", { message: `This credential lacks the scope ${scope}.` })
    requireVerified(caller, type, meta)
    if (live && !caller.livemode) throw new Problem("live_key_required")
    if (recent) requireRecentProof(caller)
    const result = next({ ctx: { caller } })
    return caller.kind === "session" ? withoutText(result) : result
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
export const portal = t.procedure.use(({ ctx, type, meta, next }) => {
  if (ctx.caller?.kind !== "session") throw new Problem("authentication_required", { message: "Sign in first." })
  requireVerified(ctx.caller, type, meta)
  return next({ ctx: { caller: ctx.caller } })
})

/**
 * Needs somebody signed in to the portal who has lately shown who they are: for secrets, and for what could lock them out. The
 * portal's pages ask for it by themselves and try again (src/ui/step-up-link.ts).
 */
export const portalRecent = portal.use(({ ctx, next }) => {
  requireRecentProof(ctx.caller)
  return next({ ctx })
})

const staffWith = (requirements: { recent: boolean }) =>
  portal.use(({ ctx, next }) => {
    if (!ctx.caller.roles.includes("staff")) throw new Problem("not_found")
    requireSecondFactor(ctx.caller, requirements)
    return next({ ctx })
  })

/** Needs somebody of the platform's staff whose session has proved a second factor: for what staff may read. */
export const staff = staffWith({ recent: false })

/** Needs somebody of the platform's staff who has lately proved a second factor: for everything that staff may change. */
export const staffRecent = staffWith({ recent: true })
