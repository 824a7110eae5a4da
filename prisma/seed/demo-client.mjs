// A small app that signs people in with Haat: the whole flow in one file, using only Node.
//
// node demo-client.mjs            the confidential app of demo.json: code flow with PKCE and a client secret
// node demo-client.mjs public     the public one: code flow with PKCE only
//
// It reads demo.json from its own folder, listens on a free port of 127.0.0.1 and prints the URL to open.

import { createHash, createPublicKey, randomBytes, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

const { url: issuer, oauth } = JSON.parse(readFileSync(new URL("./demo.json", import.meta.url), "utf8"))
const app = process.argv[2] === "public" ? oauth.public : oauth.confidential
const SCOPE = "openid profile email profile.read orders.read"

function random() {
  return randomBytes(32).toString("base64url")
}
function escape(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The progress of each browser, by cookie. */
const visits = new Map()

async function discover() {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  // Without this check, a document of another issuer could redirect the code elsewhere.
  if (metadata.issuer !== issuer) throw new Error(`discovery names the issuer ${metadata.issuer}, not ${issuer}`)
  return metadata
}

/** Redirects the browser to Haat. The state, the nonce and the PKCE verifier stay here, to be checked on return. */
async function start(visit) {
  const { authorization_endpoint } = await discover()
  Object.assign(visit, { state: random(), nonce: random(), verifier: random(), steps: [], tokens: null })
  const target = new URL(authorization_endpoint)
  target.search = new URLSearchParams({
    response_type: "code",
    client_id: app.client_id,
    redirect_uri: redirectUri(),
    scope: SCOPE,
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: createHash("sha256").update(visit.verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString()
  visit.steps.push(["Sent you to Haat", target.href])
  return target.href
}

/** Exchanges the code that Haat sent back for tokens. */
async function finish(visit, answer) {
  if (!visit.state || answer.get("state") !== visit.state)
    throw new Error("state is not the one that this browser was sent away with")
  if (answer.get("iss") !== issuer) throw new Error("iss is not the issuer that this browser was sent to")
  visit.state = null
  if (answer.has("error")) throw new Error(`Haat says ${answer.get("error")}: ${answer.get("error_description") ?? ""}`)
  visit.steps.push(["Haat sent you back with a code", `${answer.get("code").slice(0, 14)}…`])
  visit.tokens = await requestTokens({
    grant_type: "authorization_code",
    code: answer.get("code"),
    redirect_uri: redirectUri(),
    code_verifier: visit.verifier,
  })
  visit.steps.push(["Traded the code for tokens", show(visit.tokens)])
  const claims = await checkIdToken(visit.tokens.id_token, visit.nonce)
  visit.steps.push(["Checked the ID token: signature, issuer, audience, time, nonce", show(claims)])
  await useTokens(visit, claims.sub)
}

async function useTokens(visit, sub) {
  const { userinfo_endpoint } = await discover()
  const authorization = { authorization: `Bearer ${visit.tokens.access_token}` }
  const userinfo = await (await fetch(userinfo_endpoint, { headers: authorization })).json()
  if (sub && userinfo.sub !== sub) throw new Error("userinfo is about somebody else")
  visit.steps.push(["Asked userinfo", show(userinfo)])
  visit.steps.push([
    "Called GET /v1/me",
    show(await (await fetch(`${issuer}/v1/me`, { headers: authorization })).json()),
  ])
}

async function refresh(visit) {
  if (!visit.tokens?.refresh_token) throw new Error("there is no refresh token")
  visit.tokens = {
    ...visit.tokens,
    ...(await requestTokens({ grant_type: "refresh_token", refresh_token: visit.tokens.refresh_token })),
  }
  visit.steps.push(["Traded the refresh token for new ones; the old one is used up", show(visit.tokens)])
  await useTokens(visit, null)
}

async function requestTokens(parameters) {
  const { token_endpoint } = await discover()
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const body = new URLSearchParams(parameters)
  // A confidential app authenticates by its secret. A public one only names itself, and PKCE protects the code.
  if (app.client_secret)
    headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(app.client_id)}:${encodeURIComponent(app.client_secret)}`).toString("base64")}`
  else body.set("client_id", app.client_id)
  const response = await fetch(token_endpoint, { method: "POST", headers, body })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${answer.error}: ${answer.error_description ?? ""}`)
  return answer
}

/** OpenID Connect Core 1.0, section 3.1.3.7. */
async function checkIdToken(token, nonce) {
  const [header, payload, signature] = token.split(".")
  const { alg, kid } = JSON.parse(Buffer.from(header, "base64url"))
  if (alg !== "RS256") throw new Error(`the ID token is signed with ${alg}`)
  const { jwks_uri } = await discover()
  const { keys } = await (await fetch(jwks_uri)).json()
  const key = keys.find((each) => each.kid === kid)
  if (!key) throw new Error("the ID token's key is not published")
  const good = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature, "base64url"),
  )
  const claims = JSON.parse(Buffer.from(payload, "base64url"))
  const audience = [claims.aud].flat()
  if (
    !good ||
    claims.iss !== issuer ||
    !audience.includes(app.client_id) ||
    claims.exp * 1000 < Date.now() ||
    claims.nonce !== nonce
  )
    throw new Error("the ID token does not hold")
  return claims
}

function show(value) {
  return JSON.stringify(value, (name, part) => (/_token$/.test(name) ? `${String(part).slice(0, 14)}…` : part), 2)
}

function page(visit, failure) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Haat demo client</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
  body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
  form { display: inline }
  button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0; border: 1px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer }
  button.first { background: #a23b14; color: #fff; border-color: #a23b14 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem 1rem; border-radius: .5rem; background: #8881; font-size: .8125rem }
  .failure { padding: .75rem 1rem; border-radius: .5rem; background: #c0392b22 }
</style>
<h1>Demo client</h1>
<p>The ${app.client_secret ? "confidential" : "public"} app <code>${escape(app.client_id)}</code> at <code>${escape(issuer)}</code>. Its source is <code>demo-client.mjs</code>.</p>
${failure ? `<p class="failure" role="alert">${escape(failure)}</p>` : ""}
<p>
<form method="post" action="/start"><button class="first" id="start">Sign in with Haat</button></form>
${visit.tokens ? `<form method="post" action="/refresh"><button id="refresh">Refresh the tokens</button></form><form method="post" action="/sign-out"><button id="sign-out">Sign out</button></form>` : ""}
</p>
${(visit.steps ?? []).map(([title, detail], place) => `<h2>${place + 1}. ${escape(title)}</h2><pre>${escape(detail)}</pre>`).join("\n")}
</html>`
}

async function endSession(visit) {
  const { end_session_endpoint } = await discover()
  const target = new URL(end_session_endpoint)
  target.search = new URLSearchParams({
    id_token_hint: visit.tokens?.id_token ?? "",
    client_id: app.client_id,
  }).toString()
  Object.assign(visit, { tokens: null, steps: [] })
  return target.href
}

function origin() {
  return `http://127.0.0.1:${server.address().port}`
}
function redirectUri() {
  return `${origin()}/callback`
}

function visitOf(request, response) {
  const known = /(?:^|; )demo-client=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1]
  if (known && visits.has(known)) return visits.get(known)
  const id = random()
  visits.set(id, {})
  response.setHeader("set-cookie", `demo-client=${id}; HttpOnly; SameSite=Lax; Path=/`)
  return visits.get(id)
}

function go(response, to) {
  return response.writeHead(303, { location: to }).end()
}

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url, origin())
  const visit = visitOf(request, response)
  const posted = request.method === "POST" && request.headers.origin === origin()
  try {
    if (posted && pathname === "/start") return go(response, await start(visit))
    if (posted && pathname === "/sign-out") return go(response, await endSession(visit))
    if (posted && pathname === "/refresh") await refresh(visit)
    else if (pathname === "/callback") await finish(visit, searchParams)
    else if (pathname === "/")
      return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(visit))
    else return response.writeHead(404).end()
    go(response, "/")
  } catch (error) {
    response.writeHead(400, { "content-type": "text/html; charset=utf-8" }).end(page(visit, error.message))
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(0, "127.0.0.1", () => process.stdout.write(`Open ${origin()}\n`))
