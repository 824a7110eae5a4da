import { NextRequest } from "next/server"
import { callNextAuth } from "@/app/api/auth/next-auth"
import { returnPath, signInPath } from "@/domain/return-path"
import { parseSetCookieHeader } from "@/http/cookies"
import { env } from "@/platform/env"

/**
 * Sends the browser to an identity provider. A link and not a form, because Content-Security-Policy's form-action would
 * forbid the redirect; so a page of another site cannot begin a sign-in either.
 */
export async function GET(request: NextRequest, { params }: { params: Promise<{ provider: string }> }) {
  const { provider } = await params
  const back = returnPath(request.nextUrl.searchParams.get("return") ?? undefined)
  const site = request.headers.get("sec-fetch-site")
  if (!env.identityProviders.some(({ id }) => id === provider)) return new Response(null, { status: 404 })
  if (site !== null && site !== "same-origin" && site !== "none") return redirectTo(signInPath(back))
  const url = (action: string): URL => new URL(`/api/auth/${action}`, env.appUrl)
  // next-auth accepts only a form that repeats the token of its cookie.
  const csrf = await callNextAuth(new NextRequest(url("csrf"), { headers: request.headers }), ["csrf"])
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const headers = new Headers(request.headers)
  headers.set("content-type", "application/x-www-form-urlencoded")
  headers.set("cookie", withCookies(headers.get("cookie"), csrf.headers.getSetCookie()))
  const body = new URLSearchParams({ csrfToken, callbackUrl: back })
  const started = await callNextAuth(
    new NextRequest(url(`signin/${provider}`), { method: "POST", headers, body: body.toString() }),
    ["signin", provider],
  )
  return redirectTo(started.headers.get("location") ?? signInPath(back), started.headers.getSetCookie())
}

function redirectTo(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ location, "cache-control": "no-store" })
  for (const cookie of setCookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}

/** A Cookie header after a response has set cookies. */
function withCookies(header: string | null, setCookies: readonly string[]): string {
  const set = setCookies.map((each) => parseSetCookieHeader(each)).map(({ name, value }) => `${name}=${value}`)
  return [...set, ...(header ? [header] : [])].join("; ")
}
