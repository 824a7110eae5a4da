import { randomBytes } from "node:crypto"
import { type AccessToken, AuthorizationCode } from "simple-oauth2"
import { emailFromApi, redirect, redirectUri, SCOPE, serve, settings, signedIn, signedOut } from "./small-app"

// Plain OAuth 2.0, by a client without OpenID Connect.

const client = new AuthorizationCode({
  client: { id: settings.clientId, secret: settings.clientSecret },
  auth: {
    tokenHost: settings.issuer,
    tokenPath: "/oauth/token",
    authorizePath: "/oauth/authorize",
    revokePath: "/oauth/revoke",
  },
})

let state = ""
let session: { sub: string; name: string; token: AccessToken } | null = null
function shown(current: NonNullable<typeof session>) {
  return {
    sub: current.sub,
    name: current.name,
    accessToken: current.token.token.access_token,
  }
}

serve({
  "/": (_, response) => (session ? signedIn(response, shown(session)) : signedOut(response)),
  "/login": (_, response) => {
    state = randomBytes(16).toString("hex")
    redirect(response, client.authorizeURL({ redirect_uri: redirectUri, scope: SCOPE, state }))
  },
  "/callback": async (_, response, url) => {
    if (url.searchParams.get("state") !== state) throw new Error("this is no answer to our request")
    const token = await client.getToken({ code: url.searchParams.get("code") ?? "", redirect_uri: redirectUri })
    const userinfoResponse = await fetch(`${settings.issuer}/oauth/userinfo`, {
      headers: { authorization: `Bearer ${token.token.access_token}` },
    })
    const person = (await userinfoResponse.json()) as { sub: string; name: string }
    session = { ...person, token }
    redirect(response, "/")
  },
  "/refresh": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    session.token = await session.token.refresh()
    signedIn(response, { ...shown(session), note: "refreshed" })
  },
  "/me": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    signedIn(response, { ...shown(session), note: await emailFromApi(session.token.token.access_token) })
  },
  "/logout": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    const { token } = session
    await token.revokeAll()
    const still = await emailFromApi(token.token.access_token)
    if (still !== "401") throw new Error(`the token still works after it was revoked: ${still}`)
    session = null
    signedOut(response)
  },
})
