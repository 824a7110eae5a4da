import { toLoggedProblem } from "@/api/error-response"
import { problemResponse, requestIdOf } from "@/api/problem-response"
import { HOUR_SECONDS } from "@/domain/time-units"
import { isCrossOrigin } from "@/http/cross-origin"
import { requireRecentAuth } from "@/auth/recent-auth"
import { SESSION_COOKIE, sessionCaller } from "@/auth/session"
import { Problem } from "@/domain/problem"
import { exportAccount } from "@/features/accounts/export-account"
import { readCookie } from "@/http/cookies"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { withQuery } from "@/ui/query-url"

const PER_HOUR = 10

/** Redirects a browser to the page that it came from, which shows the reason in the reader's language. */
function errorRedirect(request: Request, problem: Problem): Response {
  if (!(request.headers.get("accept") ?? "").includes("text/html")) return problemResponse(request, problem)
  const location = withQuery("/settings/account", { export: problem.code, wait: problem.retryAfter })
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } })
}

/** @returns the id of the account, if its data may be exported now */
async function authorizeExport(session: string | undefined): Promise<string> {
  const caller = await sessionCaller(session)
  if (!caller) throw new Problem("authentication_required")
  requireRecentAuth(caller)
  await consumeOrThrow(`export:${caller.accountId}`, PER_HOUR, HOUR_SECONDS)
  return caller.accountId
}

/**
 * Exports the signed-in account's data as a file. A form posts to it, after the page has reauthenticated the person.
 */
export async function POST(request: Request): Promise<Response> {
  if (isCrossOrigin((name) => request.headers.get(name)))
    return problemResponse(request, new Problem("bad_request", { message: "Cross-site requests are rejected." }))
  let accountId: string
  try {
    accountId = await authorizeExport(readCookie(request.headers.get("cookie"), SESSION_COOKIE) ?? undefined)
  } catch (error) {
    return errorRedirect(request, toLoggedProblem(error, requestIdOf(request)))
  }
  const pieces = exportAccount(accountId)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const { done, value } = await pieces.next()
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await pieces.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="haat-account.json"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  })
}
