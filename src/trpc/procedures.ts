import type { ProcedureType } from "@trpc/server"
import { requireRecentAuth, requireSecondFactor } from "@/auth/recent-auth"
import { findCatalogueStore } from "@/auth/store-access"
import type { Caller } from "@/domain/caller"
import { JsonText } from "@/domain/json-text"
import { Problem } from "@/domain/problem"
import type { ClientScope, Scope } from "@/domain/scope"
import { LIVE_WORLD, type World } from "@/domain/world"
import { openSandbox } from "@/sandbox/open-sandbox"
import { worldOf } from "@/sandbox/world-of"
import { type Meta, t } from "@/trpc/init"

export const router = t.router
export const mergeRouters = t.mergeRouters
export const createCaller = t.createCallerFactory

/** A procedure without authentication. */
export const publicProcedure = t.procedure

interface Requirements {
  /** Refuses test keys. */
  live?: boolean
  /** Refuses the live mode. */
  sandbox?: boolean
  /** A portal user must have reauthenticated recently. API credentials are exempt. */
  recentAuth?: boolean
  /** The scope with which an app itself may call it. */
  client?: ClientScope
}

/**
 * An account with an unverified email address may read, and change only what its meta allows.
 * @throws Problem email_not_verified
 */
function requireVerified(caller: Caller, type: ProcedureType, meta: Meta | undefined): void {
  if (caller.kind === "session" && !caller.emailVerified && type === "mutation" && !meta?.unverified)
    throw new Problem("email_not_verified")
}

/** Parses JSON text for a session, which receives objects. */
async function withParsedJson<Result extends { ok: boolean; data?: unknown }>(
  pending: Promise<Result>,
): Promise<Result> {
  const result = await pending
  const { data: output } = result
  if (typeof output === "object" && output !== null && "data" in output && output.data instanceof JsonText) {
    const data: unknown = output.data.parse()
    result.data = { ...output, data }
  }
  return result
}

/** A procedure that requires a credential with this scope. */
export function requireScope(
  scope: Scope,
  { live = false, sandbox = false, recentAuth = false, client }: Requirements = {},
) {
  return t.procedure.meta({ scope, live, ...(client && { clientScope: client }) }).use(({ ctx, type, meta, next }) => {
    const { caller } = ctx
    if (!caller) throw new Problem("authentication_required")
    const required = caller.kind === "client" && client ? client : scope
    if (!caller.scopes.has(required))
      throw new Problem("insufficient_scope", { message: `This credential lacks the scope ${required}.` })
    requireVerified(caller, type, meta)
    if (live && !caller.livemode) throw new Problem("live_key_required")
    if (sandbox && caller.livemode) throw new Problem("test_key_required")
    if (recentAuth) requireRecentAuth(caller)
    const result = next({ ctx: { caller } })
    return caller.kind === "session" ? withParsedJson(result) : result
  })
}

/** A procedure for the marketplace's own shop, with one of the operator's keys. */
export const operatorProcedure = requireScope("internal.write")
  .meta({ internal: true })
  .use(({ ctx, next }) => {
    const { caller } = ctx
    if (caller.kind !== "operator") throw new Problem("insufficient_scope")
    return next({ ctx: { caller } })
  })

/**
 * A procedure of the caller's sandbox, which is created at its first use. The live mode is refused before the scope is
 * checked: no live key can have that scope.
 */
export function requireSandbox(scope: Scope) {
  return t.procedure.meta({ scope, sandbox: true }).use(async ({ ctx, type, meta, next }) => {
    const { caller } = ctx
    if (!caller) throw new Problem("authentication_required")
    requireVerified(caller, type, meta)
    if (caller.livemode) throw new Problem("test_key_required")
    if (!caller.scopes.has(scope))
      throw new Problem("insufficient_scope", { message: `This credential lacks the scope ${scope}.` })
    return next({ ctx: { caller, world: await openSandbox(caller.accountId) } })
  })
}

/** A procedure that requires the scope, and acts in the caller's world. */
export function requireWorld(scope: Scope, requirements: Requirements = {}) {
  return requireScope(scope, requirements).use(async ({ ctx, next }) =>
    next({ ctx: { world: await worldOf(ctx.caller) } }),
  )
}

/**
 * A procedure that requires the scope, and acts for a store of the caller's world: the approved store whose orders the
 * account handles or, in a sandbox, the store that every sandbox has.
 */
export function requireSeller(scope: Scope, requirements: Requirements = {}) {
  return requireScope(scope, requirements)
    .meta({ seller: true })
    .use(async ({ ctx, next }) => next({ ctx: await handledStore(ctx.caller) }))
}

/**
 * A procedure that requires the scope, and acts for the approved store whose catalogue the account may change, as its
 * owner, manager or with the catalogue role; in a sandbox, for the store that every sandbox has.
 */
export function requireCatalogue(scope: Scope) {
  return requireScope(scope)
    .meta({ seller: true })
    .use(async ({ ctx, next }) => next({ ctx: await catalogueStore(ctx.caller) }))
}

/** @throws Problem not_a_seller */
async function catalogueStore({ accountId, livemode }: Caller): Promise<{ world: World; storeId: number }> {
  if (!livemode) {
    const sandbox = await openSandbox(accountId)
    return { world: sandbox, storeId: sandbox.storeId }
  }
  const storeId = await findCatalogueStore(accountId)
  if (storeId === null)
    throw new Problem("not_a_seller", { message: "This account has no approved store whose catalogue it may change." })
  return { world: LIVE_WORLD, storeId }
}

/** @throws Problem not_a_seller */
async function handledStore({ accountId, livemode, storeId }: Caller): Promise<{ world: World; storeId: number }> {
  if (!livemode) {
    const sandbox = await openSandbox(accountId)
    return { world: sandbox, storeId: sandbox.storeId }
  }
  if (storeId === null) throw new Problem("not_a_seller")
  return { world: LIVE_WORLD, storeId }
}

/**
 * Adds the request's Idempotency-Key to the context. Use it after `input`, so that an invalid request is refused
 * before its body is hashed.
 * @throws Problem validation_failed for a key that is empty or too long
 */
export const idempotent = t.middleware(async ({ ctx, next }) =>
  next({ ctx: { idempotency: await ctx.readIdempotency() } }),
)

/** Adds the request's preconditions (RFC 9110, section 13.1) to the context. */
export const conditional = t.middleware(({ ctx, next }) => next({ ctx: { precondition: ctx.readPrecondition() } }))

/** A procedure that requires a portal session. */
export const portalProcedure = t.procedure.use(({ ctx, type, meta, next }) => {
  if (ctx.caller?.kind !== "session") throw new Problem("authentication_required", { message: "Sign in first." })
  requireVerified(ctx.caller, type, meta)
  return next({ ctx: { caller: ctx.caller } })
})

/**
 * A procedure that requires a portal session with recent reauthentication: it reveals secrets or could lock the user
 * out. The portal's pages prompt for it and retry (src/ui/step-up-link.ts).
 */
export const recentPortalProcedure = portalProcedure.use(({ ctx, next }) => {
  requireRecentAuth(ctx.caller)
  return next({ ctx })
})

/** As recentPortalProcedure, but not in the sandbox, whose data is invented. */
export const recentLiveProcedure = portalProcedure.use(({ ctx, next }) => {
  if (ctx.caller.livemode) requireRecentAuth(ctx.caller)
  return next({ ctx })
})

function createStaffProcedure(requirements: { recent: boolean }) {
  return portalProcedure.use(({ ctx, next }) => {
    if (!ctx.caller.roles.includes("staff")) throw new Problem("not_found")
    requireSecondFactor(ctx.caller, requirements)
    return next({ ctx })
  })
}

/** A procedure that lets staff read; the session must have passed a second factor. */
export const staffProcedure = createStaffProcedure({ recent: false })

/** A procedure that lets staff make changes; the session must have passed a second factor recently. */
export const recentStaffProcedure = createStaffProcedure({ recent: true })
