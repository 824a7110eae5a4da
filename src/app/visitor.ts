import { cookies, headers } from "next/headers"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { portalCaller } from "@/api/portal"
import { findStep, STEP_COOKIE } from "@/auth/second-step"
import { SESSION_COOKIE } from "@/auth/session"
import { problemOf } from "@/trpc/procedures"
import { keepingReturn, signInPath } from "@/domain/return-path"

// What pages that are rendered on the server know of who looks at them. Each is found once per request.

/** The portal's procedures, in the name of whoever is signed in. */
export const portal = cache(async () => portalCaller(await headers(), (await cookies()).get(SESSION_COOKIE)?.value))

/** The account that is signed in, or null. */
export const visitor = cache(async () => {
  const { me } = await portal()
  return orNull(
    me.get().then(({ data }) => data),
    "authentication_required",
  )
})

/** The account that is signed in; everybody else signs in first and comes back to the path. */
export const requireVisitor = async (path: string) => (await visitor()) ?? redirect(signInPath(path))

/** Somebody of the staff; without a proved second factor they are led to where one is set up, and back from there. */
export async function requireStaff(path: string): Promise<void> {
  await requireVisitor(path)
  const { security } = await portal()
  const access = await orNull(orNotFound(security.staffAccess()), "second_factor_required", "reauthentication_required")
  if (!access) redirect(keepingReturn("/settings/security", path))
}

/** What a procedure answers, or the page for what does not exist. */
export const orNotFound = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
  const answer = await orNull(
    asked.then((found) => ({ found })),
    "not_found",
    "validation_failed",
  )
  return (answer ?? notFound()).found
}

/** What a procedure answers, or null where it refuses with one of these codes. */
export const orNull = async <Answer>(asked: Promise<Answer>, ...codes: string[]): Promise<Answer | null> => {
  try {
    return await asked
  } catch (error) {
    if (codes.includes(problemOf(error).code)) return null
    throw error
  }
}

/** The second step that a sign-in in this browser waits for, or null. */
export const secondStep = async () => findStep((await cookies()).get(STEP_COOKIE)?.value)
