import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import type { NewApp, NewSecret, OauthApp, OauthAppSummary, OauthLogEntry } from "@/features/oauth-apps/schema"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"
import type { PortalClient } from "@/testing/fixtures/portal-client"

const REDIRECTS = { redirect_uris: ["http://127.0.0.1/callback"], post_logout_redirect_uris: [] }
const CALLBACK = "http://127.0.0.1:7001/callback"

describe("the test client of an app, in the portal", () => {
  let provider: OauthProvider

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const developer = async (): Promise<{ account: string; client: PortalClient }> => {
    const { id } = await provider.person({ name: "Dev Mishra" })
    return { account: id, client: await provider.lane.signedIn(id) }
  }
  const createApp = async (client: PortalClient, type = "confidential"): Promise<OauthApp> => {
    const created = await client.mutate<{ data: NewApp }>("oauthApps.create", { name: "Ledger", type })
    const { app } = created.data.data
    const fields = {
      redirect_uris: ["https://ledger.example/callback"],
      required_scopes: ["openid"],
      optional_scopes: ["email", "orders.read"],
    }
    await client.mutate("oauthApps.update", { client_id: app.client_id, ...fields })
    return app
  }
  const createTestClient = async (client: PortalClient, client_id: string, more: object = {}) =>
    client.mutate<{ data: NewApp }>("oauthApps.createTestClient", { client_id, ...REDIRECTS, ...more })
  const getApp = async (client: PortalClient, client_id: string): Promise<OauthApp> =>
    (await client.query<{ data: OauthApp }>("oauthApps.get", { client_id })).data.data
  const testApp = (ownerId: string, { app, secret }: NewApp): TestApp => ({
    id: "",
    clientId: app.test_client?.client_id ?? "",
    secret,
    redirectUri: CALLBACK,
    ownerId,
    name: app.name,
  })
  const approve = (clientId: string) =>
    provider.rows(
      "UPDATE oauth_app_version SET status = 'approved', decided_at = now() WHERE app_id = (SELECT id FROM oauth_app WHERE client_id = $1)",
      [clientId],
    )
  const tokensOf = async (app: TestApp, scope = "openid email") =>
    provider.obtainTokens(provider.browser(), await provider.person(), app, { scope })

  test("is created once, shown with the app, edited and deleted with its tokens", async () => {
    const { account, client } = await developer()
    const app = await createApp(client)
    expect(app.test_client).toBeNull()
    const none = await createTestClient(client, app.client_id, { redirect_uris: [] })
    expect(none.details.map(({ param }) => param)).toEqual(["redirect_uris"])
    const bad = await createTestClient(client, app.client_id, { redirect_uris: ["http://ledger.example/callback"] })
    expect(bad.details.map(({ code }) => code)).toEqual(["insecure"])
    const { data } = (await createTestClient(client, app.client_id)).data
    expect(data.secret).toMatch(/^haat_cs_\w{36}$/)
    expect(data.app.test_client).toMatchObject({ ...REDIRECTS, people: 0, secrets: [{ expires_at: null }] })
    expect((await createTestClient(client, app.client_id)).problem).toBe("invalid_state")
    // It is no app of its own.
    const { data: apps } = (await client.query<{ data: OauthAppSummary[] }>("oauthApps.list")).data
    expect(apps.map(({ client_id }) => client_id)).toEqual([app.client_id])
    const testId = data.app.test_client?.client_id
    for (const name of ["oauthApps.get", "oauthApps.log"])
      expect((await client.query(name, { client_id: testId })).problem).toBe("not_found")
    for (const name of ["oauthApps.submit", "oauthApps.delete", "oauthApps.deleteTestClient"])
      expect([name, (await client.mutate(name, { client_id: testId })).problem]).toEqual([name, "not_found"])

    await approve(app.client_id)
    const tokens = await tokensOf(testApp(account, data))
    expect((await getApp(client, app.client_id)).test_client?.people).toBe(1)
    const renamed = await client.mutate("oauthApps.update", { client_id: app.client_id, name: "Bahi" })
    expect(renamed.status).toBe(200)
    await approve(app.client_id)
    const page = await provider.browser().goto(provider.authorizeUrl(testApp(account, data)))
    expect(page.html).toContain("Bahi")
    const uris = ["http://localhost:3000/cb", "com.example.bahi:/callback"]
    const edited = await client.mutate<{ data: OauthApp }>("oauthApps.updateTestClient", {
      client_id: app.client_id,
      redirect_uris: uris,
      post_logout_redirect_uris: ["http://localhost:3000/bye"],
    })
    expect(edited.data.data.test_client).toMatchObject({ redirect_uris: uris, people: 1 })
    expect((await provider.browser().goto(provider.authorizeUrl(testApp(account, data)))).status).toBe(400)

    expect(await provider.isTokenActive(tokens.access_token)).toBe(true)
    const deleted = await client.mutate<{ data: OauthApp }>("oauthApps.deleteTestClient", { client_id: app.client_id })
    expect(deleted.data.data.test_client).toBeNull()
    expect(await provider.isTokenActive(tokens.access_token)).toBe(false)
    expect((await provider.refresh(testApp(account, data), tokens.refresh_token)).json.error).toBe("invalid_client")
    for (const name of ["oauthApps.deleteTestClient", "oauthApps.updateTestClient"])
      expect((await client.mutate(name, { client_id: app.client_id, ...REDIRECTS })).problem).toBe("not_found")
    expect((await createTestClient(client, app.client_id)).status).toBe(200)
    const actions = await provider.rows<{ action: string }>(
      "SELECT e.action FROM audit_entry e JOIN oauth_app p ON p.id::text = e.subject WHERE p.client_id = $1 AND e.action LIKE '%test_client%' ORDER BY e.id",
      [app.client_id],
    )
    expect(actions.map(({ action }) => action.split("_").at(-1))).toEqual(["created", "updated", "deleted", "created"])
  })

  test("has a secret of its own, which is rolled apart from the app's", async () => {
    const { account, client } = await developer()
    const app = await createApp(client)
    const { data } = (await createTestClient(client, app.client_id)).data
    await approve(app.client_id)
    const old = testApp(account, data)
    const rolled = await client.mutate<{ data: NewSecret }>("oauthApps.rollSecret", {
      client_id: old.clientId,
      overlap: "1h",
    })
    const { app: shown, secret } = rolled.data.data
    expect(shown.client_id).toBe(app.client_id)
    expect([shown.secrets.length, shown.test_client?.secrets.length]).toEqual([1, 2])
    const tokens = await tokensOf({ ...old, secret })
    expect((await provider.refresh(old, tokens.refresh_token)).status).toBe(200)
    const ended = await client.mutate<{ data: OauthApp }>("oauthApps.endOldSecret", { client_id: old.clientId })
    expect(ended.data.data.test_client?.secrets.map(({ last_four }) => last_four)).toEqual([secret.slice(-4)])
    expect((await tokensOf({ ...old, secret })).access_token).toMatch(/^haat_att_/)
    await expect(tokensOf(old)).rejects.toThrow()
  })

  test("of a public app has no secret", async () => {
    const { account, client } = await developer()
    const app = await createApp(client, "public")
    const { data } = (await createTestClient(client, app.client_id)).data
    expect([data.secret, data.app.test_client?.secrets]).toEqual([null, []])
    await approve(app.client_id)
    expect((await tokensOf(testApp(account, data))).access_token).toMatch(/^haat_att_/)
  })

  test("ends with its app", async () => {
    const { account, client } = await developer()
    const app = await createApp(client)
    const { data } = (await createTestClient(client, app.client_id)).data
    await approve(app.client_id)
    const { access_token } = await tokensOf(testApp(account, data))
    expect((await client.mutate("oauthApps.delete", { client_id: app.client_id })).status).toBe(200)
    expect(await provider.isTokenActive(access_token)).toBe(false)
    const open = await provider.rows(
      "SELECT FROM oauth_grant g JOIN oauth_app p ON p.id = g.app_id WHERE p.client_id = $1 AND (g.revoked_at IS NULL OR p.deleted_at IS NULL)",
      [data.app.test_client?.client_id],
    )
    expect(open).toEqual([])
  })

  test("is another account's business only", async () => {
    const [{ client }, { client: stranger }] = [await developer(), await developer()]
    const { client_id } = await createApp(client)
    const { data } = (await createTestClient(client, client_id)).data
    const testId = data.app.test_client?.client_id
    for (const name of ["createTestClient", "updateTestClient", "deleteTestClient"])
      expect((await stranger.mutate(`oauthApps.${name}`, { client_id, ...REDIRECTS })).problem).toBe("not_found")
    for (const name of ["rollSecret", "endOldSecret"])
      expect((await stranger.mutate(`oauthApps.${name}`, { client_id: testId, overlap: "now" })).problem).toBe(
        "not_found",
      )
  })

  test("is a connected app of the sandbox, and is removed there", async () => {
    const { account, client } = await developer()
    const app = await createApp(client)
    const { data } = (await createTestClient(client, app.client_id)).data
    await approve(app.client_id)
    const person = await provider.person()
    const token = await provider.obtainTokens(provider.browser(), person, testApp(account, data), {
      scope: "openid orders.read sandbox.manage",
    })
    const live = await provider.lane.signedIn(person.id)
    const sandbox = live.inMode("sandbox")
    const list = async (session: PortalClient): Promise<ConnectedApp[]> =>
      (await session.query<{ data: ConnectedApp[] }>("connectedApps.list")).data.data
    expect(await list(live)).toEqual([])
    const [connected] = await list(sandbox)
    expect(connected).toMatchObject({
      name: "Ledger",
      persona: true,
      scopes: ["openid", "orders.read", "sandbox.manage"],
    })
    expect((await live.mutate("connectedApps.remove", { id: connected?.id })).problem).toBe("not_found")
    expect(await provider.isTokenActive(token.access_token)).toBe(true)
    expect((await sandbox.mutate("connectedApps.remove", { id: connected?.id })).status).toBe(200)
    expect(await provider.isTokenActive(token.access_token)).toBe(false)
  })

  test("has its refusals in the log of the app, under the subjects that it knows", async () => {
    const { account, client } = await developer()
    const app = await createApp(client)
    const { data } = (await createTestClient(client, app.client_id)).data
    await approve(app.client_id)
    const testClient = testApp(account, data)
    const person = await provider.person()
    const tokens = await provider.obtainTokens(provider.browser(), person, testClient, { scope: "openid" })
    const { sub } = (await provider.userinfo(tokens.access_token)).json
    await provider.refresh(testClient, tokens.refresh_token)
    await provider.refresh(testClient, tokens.refresh_token)
    await expect
      .poll(
        async () =>
          (await client.query<{ data: OauthLogEntry[] }>("oauthApps.log", { client_id: app.client_id })).data.data.map(
            ({ livemode, reason, person: masked }) => ({ livemode, reason, masked }),
          ),
        { timeout: 10_000 },
      )
      .toEqual([{ livemode: false, reason: "refresh_token_reused", masked: `…${String(sub).slice(-6)}` }])
    expect(String(sub).slice(-6)).not.toBe(person.sub.slice(-6))
    for (const [livemode, count] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const { data } = await client.query<{ data: OauthLogEntry[] }>("oauthApps.log", {
        client_id: app.client_id,
        livemode,
      })
      expect([livemode, data.data.length]).toEqual([livemode, count])
    }
  })
})
