import * as client from "openid-client"
import { emailFromApi, redirect, redirectUri, SCOPE, serve, settings, signedIn, signedOut } from "./small-app"

// A web app as in openid-client's guide: discovery, PKCE, state, nonce.

const config = await client.discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
  execute: [client.allowInsecureRequests],
})

let pending: { verifier: string; state: string; nonce: string } | null = null
let session: { sub: string; name: string; tokens: client.TokenEndpointResponse; idToken: string } | null = null

serve({
  "/": (_, response) =>
    session ? signedIn(response, { ...session, accessToken: session.tokens.access_token }) : signedOut(response),
  "/login": async (_, response) => {
    pending = { verifier: client.randomPKCECodeVerifier(), state: client.randomState(), nonce: client.randomNonce() }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: "S256",
    })
    redirect(response, url.href)
  },
  "/callback": async (_, response, url) => {
    if (!pending) throw new Error("no sign-in is under way")
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const person = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? "")
    session = { sub: person.sub, name: person.name ?? "", tokens, idToken: tokens.id_token ?? "" }
    redirect(response, "/")
  },
  "/refresh": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    session.tokens = await client.refreshTokenGrant(config, session.tokens.refresh_token ?? "")
    signedIn(response, { ...session, accessToken: session.tokens.access_token, note: "refreshed" })
  },
  "/me": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    signedIn(response, {
      ...session,
      accessToken: session.tokens.access_token,
      note: await emailFromApi(session.tokens.access_token),
    })
  },
  "/logout": async (_, response) => {
    if (!session) throw new Error("nobody is signed in")
    await client.tokenRevocation(config, session.tokens.refresh_token ?? "")
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: session.idToken,
      post_logout_redirect_uri: `${settings.url}/`,
    })
    session = null
    redirect(response, url.href)
  },
})
