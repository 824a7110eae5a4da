import type { IncomingMessage, ServerResponse } from "node:http"
import type { NextApiRequest, NextApiResponse } from "next"
import { createRequire } from "node:module"
import type nextAuthModule from "next-auth"
import type { NextAuthOptions, Session } from "next-auth"
import type { JWT } from "next-auth/jwt"
import { emailFromApi, redirect, SCOPE, serve, settings, signedIn, signedOut } from "./small-app"

// next-auth as a relying party, with token rotation as in its guide, on a plain HTTP server: it gets requests as from
// Next's API routes.

// Node's import of its CommonJS build lacks the default export.
const { default: NextAuth } = createRequire(import.meta.url)("next-auth") as { default: typeof nextAuthModule }

interface Kept extends JWT {
  access_token?: string
  refresh_token?: string
  id_token?: string
}

const { issuer, clientId, clientSecret } = settings
let refreshNext = false
let token: Kept = {}

async function rotate(kept: Kept): Promise<Kept> {
  const respondWith = await fetch(`${issuer}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: kept.refresh_token ?? "",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const rotated = (await respondWith.json()) as { access_token: string; refresh_token: string; error?: string }
  if (!respondWith.ok) throw new Error(rotated.error)
  return { ...kept, access_token: rotated.access_token, refresh_token: rotated.refresh_token }
}

const options: NextAuthOptions = {
  secret: "a secret of this app alone",
  providers: [
    {
      id: "haat",
      name: "Haat",
      type: "oauth",
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: SCOPE, claims: JSON.stringify({ id_token: { name: null } }) } },
      profile: (profile: { sub: string; name?: string; email?: string }) => ({
        id: profile.sub,
        name: profile.name ?? null,
        email: profile.email ?? null,
      }),
    },
  ],
  callbacks: {
    jwt: async ({ token: previous, account }) => {
      const known = account
        ? {
            ...previous,
            access_token: account.access_token,
            refresh_token: account.refresh_token,
            id_token: account.id_token,
          }
        : (previous as Kept)
      token = (refreshNext ? await rotate(known as Kept) : known) as Kept
      refreshNext = false
      return token
    },
    session: ({ session }) => session,
  },
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

function cookiesOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    (request.headers.cookie ?? "")
      .split(/; */)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1))]),
  )
}

/** Passes a request to next-auth. If `read` is set, the argument of json() is returned instead of sent. */
async function nextAuth(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: Record<string, string>,
  read = false,
): Promise<unknown> {
  let answered: unknown
  const respondWith = (body: unknown): void => {
    answered = body
    if (!read) response.end(typeof body === "string" ? body : JSON.stringify(body))
  }
  const api = Object.assign(response, {
    status: (code: number) => ((response.statusCode = code), api),
    json: respondWith,
    send: respondWith,
    redirect: (location: string) => redirect(response, location),
  })
  const incoming = Object.assign(request, {
    query: { ...query, nextauth: path.split("/") },
    cookies: cookiesOf(request),
    body: request.method === "POST" ? await bodyOf(request) : {},
  })
  await (NextAuth(incoming as unknown as NextApiRequest, api as unknown as NextApiResponse, options) as Promise<void>)
  return answered
}

async function sessionOf(request: IncomingMessage, response: ServerResponse): Promise<(Session & Kept) | null> {
  const session = (await nextAuth(request, response, "session", {}, true)) as Session
  return session.user ? { ...session, ...token } : null
}

async function show(
  request: IncomingMessage,
  response: ServerResponse,
  note: (session: Kept) => string | Promise<string>,
): Promise<void> {
  const session = await sessionOf(request, response)
  response.removeHeader("content-type")
  if (session)
    signedIn(response, {
      sub: session.sub ?? "",
      name: session.user?.name ?? "",
      accessToken: session.access_token ?? "",
      note: await note(session),
    })
  else signedOut(response)
}

serve({
  "/": (request, response) => show(request, response, () => ""),
  "/refresh": (request, response) => {
    refreshNext = true
    return show(request, response, () => "refreshed")
  },
  "/me": (request, response) => show(request, response, ({ access_token = "" }) => emailFromApi(access_token)),
  // next-auth starts sign-in and sign-out only by POST, so the page uses a form.
  "/login": (request, response) => form(request, response, "signin/haat", "/"),
  "/logout": (request, response) => form(request, response, "signout", "/goodbye"),
  "/goodbye": (_, response) =>
    redirect(
      response,
      `${issuer}/oauth/end_session?${new URLSearchParams({ id_token_hint: token.id_token ?? "", post_logout_redirect_uri: `${settings.url}/` }).toString()}`,
    ),
  "/api/auth/": (request, response, url) =>
    nextAuth(request, response, url.pathname.slice("/api/auth/".length), Object.fromEntries(url.searchParams)),
})

async function form(
  request: IncomingMessage,
  response: ServerResponse,
  action: string,
  callbackUrl: string,
): Promise<void> {
  const { csrfToken } = (await nextAuth(request, response, "csrf", {}, true)) as { csrfToken: string }
  response.setHeader("content-type", "text/html; charset=utf-8")
  response.end(`<!doctype html><title>One moment</title><form method="post" action="/api/auth/${action}"><input type="hidden" name="csrfToken" value="${csrfToken}">
<input type="hidden" name="callbackUrl" value="${settings.url}${callbackUrl}"><button id="go">Go on</button></form><script>document.forms[0].submit()</script>`)
}
