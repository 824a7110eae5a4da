import { inspect } from "node:util"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** The configuration of each client app, in its environment. */
export const settings = {
  issuer: process.env.ISSUER ?? "",
  clientId: process.env.CLIENT_ID ?? "",
  clientSecret: process.env.CLIENT_SECRET ?? "",
  /** The app's own URL. */
  url: process.env.APP_ADDRESS ?? "",
}

export const CALLBACK_PATH = "/callback"
export const redirectUri = `${settings.url}${CALLBACK_PATH}`
export const SCOPE = "openid profile email profile.read"

/** The data that the page of a signed-in person shows. */
export interface Shown {
  sub: string
  name: string
  accessToken: string
  note?: string
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function html(response: ServerResponse, body: string, status = 200): void {
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8" })
    .end(`<!doctype html><html lang="en"><title>A small app</title>${body}`)
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

export function signedOut(response: ServerResponse): void {
  html(response, '<p id="signed-out">Nobody is signed in.</p><a id="login" href="/login">Sign in with Haat</a>')
}

export function signedIn(response: ServerResponse, { sub, name, accessToken, note = "" }: Shown): void {
  html(
    response,
    `<h1 id="name">${escape(name)}</h1><p id="sub">${escape(sub)}</p><p id="token">${escape(accessToken.slice(-8))}</p><p id="note">${escape(note)}</p>
<a id="refresh" href="/refresh">Refresh</a> <a id="me" href="/me">Call the API</a> <a id="logout" href="/logout">Sign out</a>`,
  )
}

/** The email address from GET /v1/me, for which the person granted a scope. */
export async function emailFromApi(accessToken: string): Promise<string> {
  const response = await fetch(`${settings.issuer}/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const body = (await response.json()) as { data?: { email: string } }
  return body.data?.email ?? `${response.status}`
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

/** Serves a single person: the app keeps one session. */
export function serve(routes: Record<string, Handler>): void {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", settings.url)
    const handler =
      routes[url.pathname] ??
      Object.entries(routes).find(([path]) => path.endsWith("/") && path !== "/" && url.pathname.startsWith(path))?.[1]
    Promise.resolve(
      handler ? handler(request, response, url) : html(response, "<p>There is nothing here.</p>", 404),
    ).catch((error: unknown) => {
      html(response, `<pre id="error">${escape(inspect(error, { depth: 2 }))}</pre>`, 500)
    })
  })
  server.listen(Number(new URL(settings.url).port), "127.0.0.1", () => process.send?.("ready"))
  process.on("disconnect", () => process.exit(0))
}
