import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { html, SCOPE, serve, settings } from "./small-app"

// A single-page app: a public client that makes every request from the browser, using the provider's CORS.

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve("oidc-client-ts")
    .replace(/dist\/.*$/, "dist/browser/oidc-client-ts.min.js"),
  "utf8",
)

const configuration = JSON.stringify({
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${settings.url}/callback`,
  post_logout_redirect_uri: `${settings.url}/`,
  scope: SCOPE,
  loadUserInfo: true,
  automaticSilentRenew: false,
  revokeTokensOnSignout: true,
})

const page = `<div id="app"></div><script src="/oidc-client-ts.js"></script><script type="module">
const manager = new oidc.UserManager({ ...${configuration}, userStore: new oidc.WebStorageStateStore({ store: sessionStorage }) })
const app = document.getElementById("app")
const element = (tag, id, text) => Object.assign(document.createElement(tag), { id, textContent: text })
const button = (id, text, work) => { const made = element("button", id, text); made.onclick = () => work().catch((error) => app.append(element("pre", "error", String(error)))); return made }
const show = (user, note = "") => {
  if (!user) return app.replaceChildren(element("p", "signed-out", "Nobody is signed in."), button("login", "Sign in with Haat", () => manager.signinRedirect({ nonce: crypto.randomUUID() })))
  app.replaceChildren(
    element("h1", "name", user.profile.name), element("p", "sub", user.profile.sub), element("p", "token", user.access_token.slice(-8)), element("p", "note", note),
    button("refresh", "Refresh", async () => show(await manager.signinSilent(), "refreshed")),
    button("me", "Call the API", async () => {
      const response = await fetch("${settings.issuer}/v1/me", { headers: { authorization: "Bearer " + (await manager.getUser()).access_token } })
      show(user, (await response.json()).data.email)
    }),
    button("logout", "Sign out", () => manager.signoutRedirect()),
  )
}
try {
  if (location.pathname === "/callback") {
    await manager.signinRedirectCallback()
    history.replaceState(null, "", "/")
  }
  show(await manager.getUser())
} catch (error) {
  app.append(element("pre", "error", String(error)))
}
</script>`

serve({
  "/": (_, response) => html(response, page),
  "/callback": (_, response) => html(response, page),
  "/oidc-client-ts.js": (_, response) => response.writeHead(200, { "content-type": "text/javascript" }).end(library),
})
