import { cookies, headers } from "next/headers"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { callerIn, contextOfApp, portalContext } from "@/api/portal"
import { findMfaChallenge, MFA_COOKIE } from "@/auth/mfa-challenge"
import { requestMode } from "@/auth/request-mode"
import { SESSION_COOKIE } from "@/auth/session"
import type { Context } from "@/trpc/context"
import { toProblem } from "@/trpc/init"
import { withReturnPath, signInPath } from "@/domain/return-path"

// What server-rendered pages know about the current account. Each function runs once per request.

/**
 * What the portal's procedures know of the request. Pages cannot set cookies.
 * @param app the client ID of the app whose own endpoints and events they are about
 */
export const pageContext = cache(async (app: string | null): Promise<Context> => {
  if (app !== null) return contextOfApp(await pageContext(null), app)
  return portalContext(await headers(), (await cookies()).get(SESSION_COOKIE)?.value, () => undefined)
})

/**
 * The portal's procedures, called as the signed-in account.
 * @param app the client ID of the app whose own endpoints and events they are about
 */
export async function portal(app: string | null = null) {
  return callerIn(await pageContext(app))
}

/** The mode of the portal's pages. */
export const portalMode = cache(async () => requestMode(await headers()))

/** The signed-in account, or null. */
export const currentAccount = cache(async () => {
  const { me } = await portal()
  return orNull(
    me.get().then(({ data }) => data),
    "authentication_required",
  )
})

/** The number of apps that wait for a review; null for an account that is not staff. */
export const waitingReviews = cache(async () => (await (await portal()).appReviews.waiting()).waiting)

/** Without a session, redirects to the sign-in page and back to the path. For pages that need not wait for the account. */
export async function requireSession(path: string): Promise<void> {
  if (!(await pageContext(null)).caller) redirect(signInPath(path))
}

/** The signed-in account; without one, redirects to the sign-in page and back to the path. */
export async function requireAccount(path: string) {
  return (await currentAccount()) ?? redirect(signInPath(path))
}

/** Requires a staff account; without a verified second factor, redirects to its setup and back. */
export async function requireStaff(path: string): Promise<void> {
  await requireAccount(path)
  const { security } = await portal()
  const access = await orNull(orNotFound(security.staffAccess()), "second_factor_required", "reauthentication_required")
  if (!access) redirect(withReturnPath("/settings/security", path))
}

/** A procedure's result; shows the not-found page if the object does not exist. */
export async function orNotFound<Answer>(call: Promise<Answer>): Promise<Answer> {
  const result = await orNull(
    call.then((found) => ({ found })),
    "not_found",
    "validation_failed",
  )
  return (result ?? notFound()).found
}

/** A procedure's result, or null if it fails with one of these codes. */
export async function orNull<Answer>(call: Promise<Answer>, ...codes: string[]): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (codes.includes(toProblem(error).code)) return null
    throw error
  }
}

/** The second-factor challenge that a sign-in in this browser waits for, or null. */
export async function pendingSecondStep() {
  return findMfaChallenge((await cookies()).get(MFA_COOKIE)?.value)
}
