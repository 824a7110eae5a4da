import { NextRequest } from "next/server"
import { callNextAuth } from "@/app/api/auth/next-auth"
import { signInWithPath } from "@/domain/identity-provider"
import { returnPath, signInPath, withReturnPath } from "@/domain/return-path"
import { env } from "@/platform/env"

/**
 * Sends the browser to an identity provider. A link and not a form, because Content-Security-Policy's form-action would
 * forbid the redirect; so a page of another site cannot begin a sign-in either.
 */
export async function GET(request: NextRequest, { params }: { params: Promise<{ provider: string }> }) {
  const { provider } = await params
  const { searchParams } = request.nextUrl
  const back = returnPath(searchParams.get("return") ?? undefined)
  const failed = `${signInPath(back)}&error=provider`
  const site = request.headers.get("sec-fetch-site")
  if (!env.identityProviders.some(({ id }) => id === provider)) return new Response(null, { status: 404 })
  if (site !== null && site !== "same-origin" && site !== "none") return redirectTo(signInPath(back))
  // next-auth accepts only a form that repeats the token of its cookie, so a browser without the cookie comes twice.
  const csrf = await callNextAuth(new NextRequest(authUrl("csrf"), { headers: request.headers }), ["csrf"])
  const newCookies = csrf.headers.getSetCookie()
  if (newCookies.some((cookie) => cookie.includes("csrf-token="))) {
    if (searchParams.has("again")) return redirectTo(failed)
    return redirectTo(`${withReturnPath(signInWithPath(provider), back)}&again=1`, newCookies)
  }
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const headers = new Headers(request.headers)
  headers.set("content-type", "application/x-www-form-urlencoded")
  const body = new URLSearchParams({ csrfToken, callbackUrl: back }).toString()
  const form = new NextRequest(authUrl(`signin/${provider}`), { method: "POST", headers, body })
  const started = await callNextAuth(form, ["signin", provider])
  const location = started.headers.get("location")
  // next-auth's own pages of errors are not served.
  if (location === null || new URL(location, env.appUrl).origin === new URL(env.appUrl).origin)
    return redirectTo(failed)
  return redirectTo(location, started.headers.getSetCookie())
}

function authUrl(action: string): URL {
  return new URL(`/api/auth/${action}`, env.appUrl)
}

function redirectTo(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ location, "cache-control": "no-store" })
  for (const cookie of setCookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}
