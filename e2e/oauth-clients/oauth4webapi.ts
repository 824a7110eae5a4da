import * as oauth from "oauth4webapi"
import { emailFromApi, redirect, redirectUri, SCOPE, serve, settings, signedIn, signedOut } from "./small-app"

// The flow step by step, with every check of oauth4webapi.

const insecure = { [oauth.allowInsecureRequests]: true }
const issuer = new URL(settings.issuer)
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
const client: oauth.Client = { client_id: settings.clientId }
const authentication = oauth.ClientSecretPost(settings.clientSecret)

let pending: { verifier: string; state: string; nonce: string } | null = null
let session: { sub: string; name: string; accessToken: string; refreshToken: string; idToken: string } | null = null

serve({
  "/": (_, response) => (session ? signedIn(response, session) : signedOut(response)),
  "/login": async (_, response) => {
    pending = {
      verifier: oauth.generateRandomCodeVerifier(),
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
    }
    const url = new URL(server.authorization_endpoint ?? "")
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: SCOPE,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: "S256",
      max_age: "3600",
    }).toString()
    redirect(response, url.href)
  },
  "/callback": async (_, response, url) => {
    if (!pending) throw new Error("no sign-in is under way")
    const parameters = oauth.validateAuthResponse(server, client, url, pending.state)
    const tokenResponse = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      pending.verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, tokenResponse, {
      expectedNonce: pending.nonce,
      maxAge: 3600,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, tokenResponse, insecure)
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ""
    const person = await oauth.processUserInfoResponse(
      server,
      client,
      sub,
      await oauth.userInfoRequest(server, client, tokens.access_token, insecure),
    )
    session = {
      sub,
      name: person.name ?? "",
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? "",
      idToken: tokens.id_token ?? "",
    }
    redirect(response, "/")
  },
  "/refresh": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    const tokenResponse = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      session.refreshToken,
      insecure,
    )
    const tokens = await oauth.processRefreshTokenResponse(server, client, tokenResponse)
    Object.assign(session, {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      idToken: tokens.id_token,
    })
    signedIn(response, { ...session, note: "refreshed" })
  },
  "/me": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    signedIn(response, { ...session, note: await emailFromApi(session.accessToken) })
  },
  "/logout": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, session.refreshToken, insecure),
    )
    const url = new URL(server.end_session_endpoint ?? "")
    url.search = new URLSearchParams({
      id_token_hint: session.idToken,
      post_logout_redirect_uri: `${settings.url}/`,
    }).toString()
    session = null
    redirect(response, url.href)
  },
})
