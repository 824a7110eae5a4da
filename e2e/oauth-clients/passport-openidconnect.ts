import type { IncomingMessage, ServerResponse } from "node:http"
import passport from "passport"
import Strategy from "passport-openidconnect"
import { emailFromApi, redirect, redirectUri, SCOPE, serve, settings, signedIn, signedOut } from "./small-app"

// Passport's strategy, which stores its state and nonce in the session.

interface Person {
  sub: string
  name: string
  accessToken: string
  refreshToken: string
  idToken: string
}

const { issuer, clientId, clientSecret } = settings
passport.use(
  new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/oauth/authorize`,
      tokenURL: `${issuer}/oauth/token`,
      userInfoURL: `${issuer}/oauth/userinfo`,
      clientID: clientId,
      clientSecret,
      callbackURL: redirectUri,
      scope: SCOPE.split(" ").filter((scope) => scope !== "openid"),
      skipUserProfile: false,
    },
    (_issuer, profile, _context, idToken, accessToken, refreshToken, done) =>
      done(null, {
        sub: profile.id,
        name: profile.displayName ?? "",
        accessToken,
        refreshToken,
        idToken,
      } satisfies Person),
  ),
)

const kept: Record<string, unknown> = {}
let session: Person | null = null

function authenticate(request: IncomingMessage, response: ServerResponse, url: URL): Promise<Person> {
  return new Promise((resolve, reject) => {
    Object.assign(request, { query: Object.fromEntries(url.searchParams), session: kept, originalUrl: request.url })
    const done = (error: unknown, user: Person | false, info: unknown): void =>
      error || !user ? reject(error instanceof Error ? error : new Error(JSON.stringify(info))) : resolve(user)
    passport.initialize()(request, response, () =>
      passport.authenticate<Person>("openidconnect", { session: false }, done)(request, response, reject),
    )
  })
}

serve({
  "/": (_, response) => (session ? signedIn(response, session) : signedOut(response)),
  "/login": (request, response, url) => {
    authenticate(request, response, url).catch(() => undefined)
  },
  "/callback": async (request, response, url) => {
    session = await authenticate(request, response, url)
    redirect(response, "/")
  },
  "/refresh": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    const tokenResponse = await fetch(`${issuer}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: session.refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    const { access_token, refresh_token } = (await tokenResponse.json()) as {
      access_token: string
      refresh_token: string
    }
    Object.assign(session, { accessToken: access_token, refreshToken: refresh_token })
    signedIn(response, { ...session, note: "refreshed" })
  },
  "/me": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    signedIn(response, { ...session, note: await emailFromApi(session.accessToken) })
  },
  "/logout": (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    const parameters = new URLSearchParams({
      id_token_hint: session.idToken,
      post_logout_redirect_uri: `${settings.url}/`,
    })
    session = null
    redirect(response, `${issuer}/oauth/end_session?${parameters.toString()}`)
  },
})
