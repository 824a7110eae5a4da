import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { NewApp, NewSecret, OauthApp, OauthAppSummary } from "@/features/oauth-apps/schema"
import { hashCredential } from "@/platform/secrets"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("OAuth apps in the portal", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const developer = async (email = `dev-${Math.random()}@example.in`) => {
    const account = await lane.marketplace.account({ email })
    const client = await lane.signedIn(account)
    return { account, client, email }
  }
  const create = async (client: PortalClient, more: object = {}) =>
    client.mutate<{ data: NewApp }>("oauthApps.create", { name: "Ledger", type: "confidential", ...more })
  const createApp = async (client: PortalClient, more: object = {}): Promise<NewApp> =>
    (await create(client, more)).data.data
  const update = async (client: PortalClient, client_id: string, changes: object) =>
    client.mutate<{ data: OauthApp }>("oauthApps.update", { client_id, ...changes })
  const whole = {
    description: "A ledger of orders, its receipts by e-mail.",
    homepage_url: "https://ledger.example",
    privacy_url: "https://ledger.example/privacy",
    redirect_uris: ["https://ledger.example/callback"],
    required_scopes: ["openid", "orders.read"],
    optional_scopes: ["email"],
    scope_reasons: {
      openid: "To know which ledger is yours.",
      "orders.read": "To write your orders down.",
      email: "To mail you receipts.",
    },
  }
  const approve = (clientId: string) =>
    lane.marketplace.rows(
      "UPDATE oauth_app_version SET status = 'approved', decided_at = now() WHERE app_id = (SELECT id FROM oauth_app WHERE client_id = $1)",
      [clientId],
    )
  const approved = async (client: PortalClient): Promise<string> => {
    const { app } = await createApp(client)
    expect((await update(client, app.client_id, whole)).status).toBe(200)
    await approve(app.client_id)
    return app.client_id
  }

  test("an app is created, edited, submitted, withdrawn and deleted", async () => {
    const { client } = await developer()
    const { app, secret } = await createApp(client, { name: "  Bahi  Khata " })
    expect(app).toMatchObject({
      name: "Bahi  Khata",
      status: "draft",
      live: null,
      open: { number: 1, pkce_required: false },
    })
    expect(app.client_id).toMatch(/^haat_client_[0-9a-z]{24}$/)
    expect(secret).toMatch(/^haat_cs_[0-9A-Za-z]{36}$/)
    const { client_id } = app
    const first = await client.mutate("oauthApps.submit", { client_id })
    expect([first.problem, first.details.map(({ param, code }) => `${param} ${code}`)]).toEqual([
      "validation_failed",
      ["description", "homepage_url", "privacy_url", "redirect_uris", "scopes"].map((field) => `${field} required`),
    ])
    expect((await update(client, client_id, { ...whole, scope_reasons: { openid: "Sign-in." } })).status).toBe(200)
    expect((await client.mutate("oauthApps.submit", { client_id })).details.map(({ param }) => param)).toEqual([
      "scope_reasons.orders.read",
      "scope_reasons.email",
    ])
    await update(client, client_id, whole)
    const submitted = await client.mutate<{ data: OauthApp }>("oauthApps.submit", { client_id })
    expect(submitted.data.data).toMatchObject({ status: "in_review", missing: [], open: { status: "in_review" } })
    expect((await client.mutate("oauthApps.submit", { client_id })).problem).toBe("invalid_state")
    expect((await update(client, client_id, { name: "Another" })).problem).toBe("invalid_state")
    expect((await update(client, client_id, { description: "Said better: orders, with mail." })).status).toBe(200)
    expect((await client.mutate<{ data: OauthApp }>("oauthApps.withdraw", { client_id })).data.data.status).toBe(
      "draft",
    )
    expect((await client.mutate("oauthApps.withdraw", { client_id })).problem).toBe("invalid_state")
    expect((await client.mutate("oauthApps.discard", { client_id })).problem).toBe("invalid_state")
    expect((await client.mutate("oauthApps.delete", { client_id })).status).toBe(200)
    expect((await client.query("oauthApps.get", { client_id })).problem).toBe("not_found")
    expect((await client.query<{ data: OauthAppSummary[] }>("oauthApps.list")).data.data).toEqual([])
    const audit = await lane.marketplace.rows<{ action: string }>(
      "SELECT action FROM audit_entry WHERE subject = (SELECT id::text FROM oauth_app WHERE client_id = $1) ORDER BY created_at, id",
      [client_id],
    )
    expect(audit.map(({ action }) => action.replace("oauth_app.", ""))).toEqual([
      "created",
      "updated",
      "updated",
      "submitted",
      "updated",
      "withdrawn",
      "deleted",
    ])
    const [leak] = await lane.marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit_entry e WHERE e::text LIKE '%' || $1 || '%'",
      [secret?.slice(8, 38)],
    )
    expect(leak?.n).toBe(0)
  })

  test("changes to reviewed fields open a new version, others take effect immediately", async () => {
    const { client } = await developer()
    const client_id = await approved(client)
    const free = await update(client, client_id, {
      description: "Now with mail and orders.",
      terms_url: "https://ledger.example/terms",
      pkce_required: true,
    })
    expect(free.data.data).toMatchObject({
      status: "approved",
      update: null,
      open: null,
      live: {
        description: "Now with mail and orders.",
        terms_url: "https://ledger.example/terms",
        pkce_required: true,
      },
    })
    expect(
      (await update(client, client_id, { name: "Ledger", required_scopes: ["orders.read", "openid"] })).data.data.open,
    ).toBeNull()
    for (const changes of [
      { name: "Ledger Two" },
      { redirect_uris: ["https://ledger.example/two"] },
      { optional_scopes: [] },
      { scope_reasons: { openid: "Else." } },
      { loopback_any_port: true },
    ]) {
      const { data } = await update(client, client_id, changes)
      expect(data.data).toMatchObject({
        status: "approved",
        update: "draft",
        open: { number: 2, ...changes },
        live: { number: 1, ...whole, description: "Now with mail and orders." },
      })
      expect((await client.mutate<{ data: OauthApp }>("oauthApps.discard", { client_id })).data.data).toMatchObject({
        open: null,
        update: null,
      })
    }
    await update(client, client_id, { name: "Ledger Two" })
    const both = await update(client, client_id, { privacy_url: "https://ledger.example/p" })
    expect([both.data.data.live?.privacy_url, both.data.data.open?.privacy_url]).toEqual([
      "https://ledger.example/p",
      "https://ledger.example/p",
    ])
    expect((await client.mutate("oauthApps.submit", { client_id })).status).toBe(200)
    expect((await client.mutate("oauthApps.discard", { client_id })).problem).toBe("invalid_state")
  })

  test.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ name: "Pay\u202elaP" }, "name"],
    [{ name: "a\u0000b" }, "name"],
    [{ homepage_url: "http://ledger.example" }, "homepage_url"],
    [{ homepage_url: "javascript:alert(1)" }, "homepage_url"],
    [{ privacy_url: "https://me@ledger.example" }, "privacy_url"],
    [{ redirect_uris: ["https://ledger.example/#x"] }, "redirect_uris.0"],
    [{ redirect_uris: ["https://ledger.example/", "http://ledger.example/"] }, "redirect_uris.1"],
    [{ redirect_uris: Array.from({ length: 21 }, (_, i) => `https://ledger.example/${i}`) }, "redirect_uris"],
    [{ post_logout_redirect_uris: ["data:text/html,x"] }, "post_logout_redirect_uris.0"],
    [{ required_scopes: ["admin"] }, "required_scopes.0"],
    [{ required_scopes: ["openid"], optional_scopes: ["openid"] }, "optional_scopes"],
    [{ scope_reasons: { admin: "x" } }, "scope_reasons"],
    [{ scope_reasons: { openid: "x".repeat(201) } }, "scope_reasons.openid"],
    [{ description: "x".repeat(501) }, "description"],
    [{ logo: "not base64!" }, "logo"],
    [{ logo: Buffer.from("GIF89a").toString("base64") }, "logo"],
  ])("an invalid field is rejected with its name: %j", async (changes, param) => {
    const { client } = await developer()
    const { app } = await createApp(client)
    const response = await update(client, app.client_id, changes)
    expect([response.problem, response.details[0]?.param]).toEqual(["validation_failed", param])
    expect((await client.query<{ data: OauthApp }>("oauthApps.get", { client_id: app.client_id })).data.data).toEqual(
      app,
    )
  })

  test("a public app has no secret and always uses PKCE", async () => {
    const { client } = await developer()
    const { app, secret } = await createApp(client, { type: "public" })
    expect([secret, app.secrets, app.open?.pkce_required]).toEqual([null, [], true])
    expect((await update(client, app.client_id, { pkce_required: false })).details[0]?.param).toBe("pkce_required")
    expect((await client.mutate("oauthApps.rollSecret", { client_id: app.client_id, overlap: "now" })).problem).toBe(
      "invalid_state",
    )
  })

  const alive = async (secret: string | null): Promise<boolean> => {
    const rows = await lane.marketplace.rows(
      "SELECT FROM oauth_app_secret WHERE hash = $1 AND (expires_at IS NULL OR expires_at > now())",
      [hashCredential(secret ?? "")],
    )
    return rows.length === 1
  }

  test("at most two secrets are valid", async () => {
    const { client } = await developer()
    const { app, secret: first } = await createApp(client)
    const { client_id } = app
    const roll = async (overlap: string): Promise<NewSecret> =>
      (await client.mutate<{ data: NewSecret }>("oauthApps.rollSecret", { client_id, overlap })).data.data
    const second = await roll("7d")
    expect(second.app.secrets.map(({ last_four, expires_at }) => [last_four, expires_at !== null])).toEqual([
      [second.secret.slice(-4), false],
      [first?.slice(-4), true],
    ])
    // The test's process hashes with the same key as the server: both read HAAT_SECRET.
    expect([await alive(first), await alive(second.secret)]).toEqual([true, true])
    const third = await roll("1h")
    expect([await alive(first), await alive(second.secret), await alive(third.secret)]).toEqual([false, true, true])
    expect((await client.mutate("oauthApps.endOldSecret", { client_id })).status).toBe(200)
    expect((await client.mutate("oauthApps.endOldSecret", { client_id })).problem).toBe("invalid_state")
    expect([await alive(second.secret), await alive(third.secret)]).toEqual([false, true])
    const rolls = await Promise.all(Array.from({ length: 10 }, () => roll("now")))
    const living = await Promise.all(rolls.map(({ secret }) => alive(secret)))
    expect(living.filter(Boolean)).toHaveLength(1)
    expect(JSON.stringify((await client.query("oauthApps.get", { client_id })).data)).not.toContain(
      rolls[0]?.secret.slice(8, 30),
    )
  })

  test("a logo is re-encoded, which removes an SVG's scripts", async () => {
    const { client } = await developer()
    const { app } = await createApp(client)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><image href="file:///etc/passwd"/><rect width="40" height="20" fill="#a23b14"/></svg>`
    const files = [
      Buffer.from(svg),
      await sharp({ create: { width: 300, height: 900, channels: 3, background: "#123456" } })
        .webp()
        .toBuffer(),
    ]
    const paths = new Set<string>()
    for (const file of files) {
      const { data } = await update(client, app.client_id, { logo: file.toString("base64") })
      const path = data.data.logo ?? ""
      paths.add(path)
      const response = await fetch(lane.url + path)
      expect([
        response.status,
        response.headers.get("content-type"),
        response.headers.get("x-content-type-options"),
      ]).toEqual([200, "image/png", "nosniff"])
      const picture = Buffer.from(await response.arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 256, height: 256 })
      expect(picture.includes("alert")).toBe(false)
    }
    expect(paths.size).toBe(2)
    expect(
      (await update(client, app.client_id, { logo: Buffer.alloc(256 * 1024 + 1).toString("base64") })).details[0],
    ).toMatchObject({ param: "logo", code: "too_big" })
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>`
    expect(
      (await update(client, app.client_id, { logo: Buffer.from(bomb).toString("base64") })).details[0]?.param,
    ).toBe("logo")
    const toil = `<svg xmlns="http://www.w3.org/2000/svg" width="4096" height="4096"><filter id="f">${'<feMorphology operator="dilate" radius="60"/><feGaussianBlur stdDeviation="90"/>'.repeat(1_000)}</filter><rect width="4096" height="4096" filter="url(#f)"/></svg>`
    expect(
      (await update(client, app.client_id, { logo: Buffer.from(toil).toString("base64") })).details[0]?.param,
    ).toBe("logo")
    expect((await update(client, app.client_id, { logo: null })).data.data.logo).toBeNull()
    const path = `/media/oauth-apps/${app.open?.id}`
    for (const gone of [path, "/media/oauth-apps/x", "/media/oauth-apps/00000000-0000-0000-0000-000000000000"])
      expect((await fetch(lane.url + gone)).status).toBe(404)
  })

  test("testers are email addresses, with or without an account", async () => {
    const { client } = await developer()
    const tester = await developer()
    const { app } = await createApp(client)
    const { client_id } = app
    const change = (procedure: "addTester" | "removeTester", email: string) =>
      client.mutate<{ data: OauthApp }>(`oauthApps.${procedure}`, { client_id, email })
    await change("addTester", "nobody-at-all@example.in")
    await change("addTester", tester.email)
    expect((await change("addTester", tester.email.toUpperCase())).data.data.testers).toEqual(
      ["nobody-at-all@example.in", tester.email].sort(),
    )
    expect((await change("removeTester", "stranger@example.in")).problem).toBe("not_found")
    expect((await change("removeTester", tester.email.toUpperCase())).data.data.testers).toEqual([
      "nobody-at-all@example.in",
    ])
    for (let nth = 1; nth < 20; nth++) await change("addTester", `tester-${nth}@example.in`)
    expect((await change("addTester", tester.email)).problem).toBe("invalid_state")
    expect((await change("addTester", "tester-1@example.in")).problem).toBeUndefined()
    expect((await change("addTester", "no address")).details[0]?.param).toBe("email")
  })

  const PROCEDURES: [string, object][] = [
    ["update", { name: "Mine now" }],
    ["submit", {}],
    ["withdraw", {}],
    ["discard", {}],
    ["rollSecret", { overlap: "now" }],
    ["endOldSecret", {}],
    ["addTester", { email: "x@example.in" }],
    ["removeTester", { email: "x@example.in" }],
    ["delete", {}],
  ]

  test.each(PROCEDURES)("%s is for the app's owner only", async (procedure, more) => {
    const { client } = await developer()
    const { app } = await createApp(client)
    const { client: stranger, account } = await developer()
    const portalClient = new PortalClient(lane.url)
    await lane.marketplace.rows("UPDATE account SET roles = '{staff}' WHERE id = $1", [account])
    await lane.marketplace.rows(
      "INSERT INTO oauth_app_tester (app_id, email) SELECT o.id, a.email FROM oauth_app o, account a WHERE o.client_id = $1 AND a.id = $2",
      [app.client_id, account],
    )
    expect((await portalClient.mutate(`oauthApps.${procedure}`, { client_id: app.client_id, ...more })).problem).toBe(
      "authentication_required",
    )
    for (const client_id of [app.client_id, "haat_client_x", "", "a\u0000b"])
      expect((await stranger.mutate(`oauthApps.${procedure}`, { client_id, ...more })).problem).toBe("not_found")
    expect(
      (await client.query<{ data: OauthApp }>("oauthApps.get", { client_id: app.client_id })).data.data,
    ).toMatchObject({ name: "Ledger", secrets: app.secrets })
  })

  test("an app is visible to its owner only", async () => {
    const { client } = await developer()
    const { app } = await createApp(client)
    const { client: stranger } = await developer()
    for (const procedure of ["get", "log"])
      expect((await stranger.query(`oauthApps.${procedure}`, { client_id: app.client_id })).problem).toBe("not_found")
    expect((await stranger.query<{ data: OauthAppSummary[] }>("oauthApps.list")).data.data).toEqual([])
    const portalClient = new PortalClient(lane.url)
    for (const procedure of ["get", "list", "log"])
      expect((await portalClient.query(`oauthApps.${procedure}`, { client_id: app.client_id })).problem).toBe(
        "authentication_required",
      )
    expect((await create(portalClient)).problem).toBe("authentication_required")
  })

  test("creating an app requires a confirmed email address", async () => {
    const { account, client } = await developer()
    await lane.marketplace.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [account])
    expect((await create(client)).problem).toBe("email_not_verified")
  })

  test("deleting an app revokes its grants, codes and tokens, and no others", async () => {
    const { client } = await developer()
    const [deleted, stored] = [await approved(client), await approved(client)]
    const people = await Promise.all([lane.marketplace.account(), lane.marketplace.account()])
    for (const app of [deleted, stored]) {
      for (const account of people) {
        const [grant] = await lane.marketplace.rows<{ id: string }>(
          `INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes)
           SELECT gen_random_uuid(), $1, id, '{openid}', '{openid}' FROM oauth_app WHERE client_id = $2 RETURNING id`,
          [account, app],
        )
        await lane.marketplace.rows(
          `WITH code AS (
             INSERT INTO oauth_code (hash, grant_id, authorization_id, redirect_uri, scopes, auth_time, expires_at)
             VALUES (sha256($2), $1, gen_random_uuid(), 'https://ledger.example/callback', '{openid}', now(), now() + interval '1 minute')),
           refresh AS (
             INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, auth_time, expires_at)
             VALUES (sha256($2), $1, gen_random_uuid(), '{openid}', now(), now() + interval '30 days'))
           INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at)
           VALUES (sha256($2), $1, gen_random_uuid(), '{openid}', now() + interval '1 hour')`,
          [grant?.id, `${app} ${account}`],
        )
      }
    }
    expect((await client.query<{ data: OauthApp }>("oauthApps.get", { client_id: deleted })).data.data.people).toBe(2)
    expect((await client.mutate("oauthApps.delete", { client_id: deleted })).status).toBe(200)
    const left = (client_id: string) =>
      lane.marketplace.rows(
        `SELECT count(*) FILTER (WHERE g.revoked_at IS NULL)::int AS grants, count(*) FILTER (WHERE c.used_at IS NULL)::int AS codes,
           count(*) FILTER (WHERE t.revoked_at IS NULL)::int AS access_tokens, count(*) FILTER (WHERE r.revoked_at IS NULL)::int AS refresh_tokens
         FROM oauth_app a JOIN oauth_grant g ON g.app_id = a.id JOIN oauth_code c ON c.grant_id = g.id
           JOIN oauth_access_token t ON t.grant_id = g.id JOIN oauth_refresh_token r ON r.grant_id = g.id WHERE a.client_id = $1`,
        [client_id],
      )
    expect(await left(deleted)).toEqual([{ grants: 0, codes: 0, access_tokens: 0, refresh_tokens: 0 }])
    expect(await left(stored)).toEqual([{ grants: 2, codes: 2, access_tokens: 2, refresh_tokens: 2 }])
    const entry =
      "SELECT data FROM audit_entry WHERE action = 'oauth_app.deleted' AND subject = (SELECT id::text FROM oauth_app WHERE client_id = $1)"
    expect(await lane.marketplace.rows(entry, [deleted])).toEqual([{ data: { people: 2 } }])
  })

  test("25 concurrent requests create 20 apps", async () => {
    const { client } = await developer()
    const responses = await Promise.all(Array.from({ length: 25 }, () => create(client, { type: "public" })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(responses.filter(({ problem }) => problem === "invalid_state")).toHaveLength(5)
    await client.mutate("oauthApps.delete", {
      client_id: responses.find(({ status }) => status === 200)?.data.data.app.client_id,
    })
    expect((await create(client)).status).toBe(200)
  })

  test("ten concurrent edits open one new version", async () => {
    const { client } = await developer()
    const client_id = await approved(client)
    const edits = await Promise.all(
      Array.from({ length: 10 }, (_, i) => update(client, client_id, { name: `Ledger ${i}` })),
    )
    expect(edits.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const versions = await lane.marketplace.rows<{ status: string }>(
      "SELECT v.status FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id WHERE a.client_id = $1 ORDER BY number",
      [client_id],
    )
    expect(versions.map(({ status }) => status)).toEqual(["approved", "draft"])
  })
})
