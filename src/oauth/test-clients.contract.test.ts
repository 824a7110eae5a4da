import { decodeJwt } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import { addTestClient, addVersion, type AppOptions, type TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider, type Parameters, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"

// Test clients: the provider as for a live client, tokens of the sandbox, and personas in place of strangers.

const OPTIONAL = [
  "profile",
  "email",
  "profile.read",
  "catalog.read",
  "orders.read",
  "seller.orders.read",
  "seller.orders.write",
  "seller.orders.manage",
] as const
const EVERYTHING = ["openid", ...OPTIONAL, "sandbox.manage"].join(" ")
/** With a filter that no other file uses: its server may keep their total for a minute. */
const PRODUCTS = "/v1/products?max_price=90000017&per_page=100"

describe.each(LANES)("test clients, on the %s lane", (lane) => {
  let provider: OauthProvider

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
  })
  afterAll(() => provider.close())

  const pair = async (options: AppOptions = {}): Promise<{ live: TestApp; client: TestApp }> => {
    const live = await provider.app({ optional: [...OPTIONAL], ...options })
    return { live, client: await addTestClient(provider.lane.marketplace, live) }
  }
  const owner = async ({ ownerId }: TestApp): Promise<TestPerson> => {
    const [row] = await provider.rows<{ name: string; email: string }>(
      "SELECT name, email FROM account WHERE id = $1",
      [ownerId],
    )
    return { id: ownerId, sub: `acc_${ownerId}`, password: "", name: row?.name ?? "", email: row?.email ?? "" }
  }
  const makeTester = ({ id }: TestApp, { email }: TestPerson) =>
    provider.rows("INSERT INTO oauth_app_tester (app_id, email) VALUES ($1, $2)", [id, email])
  const tokensFor = (app: TestApp, person: TestPerson, parameters: Parameters = {}): Promise<TokenSet> =>
    provider.obtainTokens(provider.browser(), person, app, { scope: EVERYTHING, ...parameters })
  const get = (path: string, token: string) => provider.lane.request(path, { key: token })
  const refusalOf = async (app: TestApp, person: TestPerson): Promise<string> => {
    const browser = await provider.signedInBrowser(person, await provider.app())
    const { status, html } = await browser.goto(
      provider.authorizeUrl(app, { code_challenge: "a".repeat(43), code_challenge_method: "S256" }),
    )
    return `${status} ${/has not been reviewed|has been suspended|does not know/.exec(html)?.[0]}`
  }

  test("before the approval the owner and testers use both clients, strangers neither; afterwards everybody both", async () => {
    const { live, client } = await pair({ status: "draft" })
    const [maker, tester, stranger] = [await owner(live), await provider.person(), await provider.person()]
    await makeTester(live, tester)
    for (const person of [maker, tester]) {
      for (const [app, livemode] of [
        [live, true],
        [client, false],
      ] as const) {
        const { access_token, id_token } = await tokensFor(app, person, { scope: "openid profile.read email" })
        const me = await get("/v1/me", access_token)
        expect([me.status, me.json.data.id, me.json.data.email]).toEqual([200, person.sub, person.email])
        expect(me.json.meta.livemode).toBe(livemode)
        expect(decodeJwt(id_token ?? "").sub).toBe(person.sub)
        expect((await provider.userinfo(access_token)).json).toMatchObject({ sub: person.sub, email: person.email })
      }
    }
    expect(await refusalOf(live, stranger)).toBe("400 has not been reviewed")
    expect(await refusalOf(client, stranger)).toBe("400 has not been reviewed")
    await provider.rows("UPDATE oauth_app_version SET status = 'approved' WHERE app_id = $1", [live.id])
    const own = await get("/v1/me", (await tokensFor(live, stranger, { scope: "profile.read" })).access_token)
    expect([own.json.data.email, own.json.meta.livemode]).toEqual([stranger.email, true])
    const persona = await get("/v1/me", (await tokensFor(client, stranger, { scope: "profile.read" })).access_token)
    expect([persona.status, persona.json.meta.livemode]).toEqual([200, false])
    expect(persona.json.data.email).toMatch(/^person-[\da-f]{16}@example\.com$/)
  })

  test("a public client uses PKCE and is asked each time", async () => {
    const { client } = await pair({ type: "public" })
    const person = await provider.person()
    const browser = provider.browser()
    const first = await provider.obtainTokens(browser, person, client, { scope: "openid" })
    expect(first.access_token).toMatch(/^haat_att_\w{36}$/)
    const page = await browser.goto(
      provider.authorizeUrl(client, { code_challenge: "a".repeat(43), code_challenge_method: "S256" }),
    )
    expect(page.html).toContain('id="sandbox-notice"')
    const withoutChallenge = await browser.goto(provider.authorizeUrl(client))
    expect(withoutChallenge.externalRedirect?.searchParams.get("error")).toBe("invalid_request")
  })

  test("nothing that a test client gets holds anything live of a stranger", async () => {
    const { live, client } = await pair()
    const person = await provider.person({ name: "Zubeida Qalandari", locale: "mai" })
    const { marketplace } = provider.lane
    const store = await marketplace.store("Qalandari Textiles", { owner: person.id })
    const { number, sellerOrders } = await marketplace.order({ account: person.id, stores: [store] })
    await provider.rows("UPDATE account SET phone = '+919876501234', phone_verified_at = now() WHERE id = $1", [
      person.id,
    ])
    const claims = JSON.stringify({
      id_token: { name: null, email: null, email_verified: null, picture: null, locale: null, updated_at: null },
      userinfo: { name: null, email: null, updated_at: null },
    })
    const browser = provider.browser()
    const tokens = await provider.obtainTokens(browser, person, client, { scope: EVERYTHING, claims })
    const [session] = await provider.rows<{ id: string; created_at: Date; account_created_at: Date }>(
      "SELECT s.id, a.created_at AS account_created_at FROM session s JOIN account a ON a.id = s.account_id WHERE a.id = $1 LIMIT 1",
      [person.id],
    )
    const [liveSub, liveSession] = [person.id, session?.id ?? "none"]
    const idToken = decodeJwt(tokens.id_token ?? "")
    const refreshed = await provider.refresh(client, tokens.refresh_token)
    const { access_token: token } = refreshed.json
    const answers = [JSON.stringify(idToken), JSON.stringify(decodeJwt(refreshed.json.id_token ?? ""))]
    answers.push((await provider.userinfo(token)).text, JSON.stringify({ ...tokens, id_token: "" }))
    const paths = ["/v1/me", "/v1/orders?per_page=100", "/v1/seller/orders?per_page=100", "/v1/sandbox", PRODUCTS]
    for (const path of paths) {
      const { status, json, headers } = await get(path, token)
      expect([path, status]).toEqual([path, 200])
      answers.push(JSON.stringify([json, [...headers]]))
    }
    for (const order of (await get("/v1/orders?per_page=3", token)).json.data)
      answers.push(JSON.stringify((await get(`/v1/orders/${String(order.number)}`, token)).json))
    const secrets = [
      ...[liveSub, liveSession, person.email, "Zubeida", "Qalandari", "9876501234", number, `${sellerOrders[0]?.id}`],
      session?.account_created_at.toISOString() ?? "none",
    ]
    for (const answer of answers)
      for (const secret of secrets) expect([secret, answer.includes(secret)]).toEqual([secret, false])

    const me = (await get("/v1/me", token)).json.data
    const { json: info } = await provider.userinfo(token)
    expect(me).toMatchObject({ name: "Asha Jha", email_verified: true, locale: "en", avatar_url: null })
    expect(info).toMatchObject({ sub: me.id, name: me.name, email: me.email, email_verified: true, locale: "en" })
    expect(idToken).toMatchObject({ sub: me.id, name: me.name, email: me.email, email_verified: true })
    expect(me.id).toMatch(/^acc_[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    // The person of the orders.
    const orders = (await get("/v1/orders?per_page=1", token)).json.data
    const order = (await get(`/v1/orders/${String(orders[0]?.number)}`, token)).json.data as unknown as {
      delivery_address: { name: string }
    }
    expect(order.delivery_address.name).toBe(me.name)

    const again = await tokensFor(client, person)
    expect(decodeJwt(again.id_token ?? "").sub).toBe(me.id)
    await provider.rows("UPDATE oauth_app SET deleted_at = now() WHERE id = $1", [client.id])
    const newClient = await addTestClient(marketplace, live)
    expect(decodeJwt((await tokensFor(newClient, person)).id_token ?? "").sub).toBe(me.id)
    const other = await pair()
    expect(decodeJwt((await tokensFor(other.client, person)).id_token ?? "").sub).not.toBe(me.id)
    const somebody = await provider.person()
    expect(decodeJwt((await tokensFor(newClient, somebody)).id_token ?? "").sub).not.toBe(me.id)
  })

  test("its tokens act in the sandbox exactly as test keys of the person do", async () => {
    const { live, client } = await pair()
    const { marketplace } = provider.lane
    const person = await provider.person()
    const store = await marketplace.store("Live store", { owner: person.id })
    const { number, sellerOrders } = await marketplace.order({
      account: person.id,
      stores: [store],
      status: "confirmed",
    })
    const key = await marketplace.key(person.id, { mode: "test" })
    const { access_token: token } = await tokensFor(client, person)
    const { access_token: liveToken } = await tokensFor(live, person, { scope: ["openid", ...OPTIONAL].join(" ") })
    for (const path of [PRODUCTS, "/v1/categories", "/v1/orders?per_page=100", "/v1/seller/orders?per_page=100"]) {
      const [byToken, byKey, byLive] = await Promise.all([token, key.secret, liveToken].map((each) => get(path, each)))
      expect([path, byToken?.status, byToken?.json.data]).toEqual([path, 200, byKey?.json.data])
      expect([path, byLive?.status]).toEqual([path, 200])
      const ids = new Set(byLive?.json.data.map(({ id }) => id))
      expect(byToken?.json.data.filter(({ id }) => id !== undefined && ids.has(id))).toEqual([])
    }
    expect((await get("/v1/orders", token)).json.data.every(({ livemode }) => livemode === false)).toBe(true)
    expect((await get(`/v1/orders/${number}`, liveToken)).status).toBe(200)
    expect((await get(`/v1/orders/${number}`, token)).status).toBe(404)
    const liveOrder = `so_${sellerOrders[0]?.id}`
    expect((await get(`/v1/seller/orders/${liveOrder}`, token)).status).toBe(404)
    expect((await provider.lane.ship(liveOrder, { key: token })).json.error.code).toBe("live_key_required")
    const [own] = (await get("/v1/seller/orders?status=pending", token)).json.data
    const confirmed = await provider.lane.request(`/v1/seller/orders/${String(own?.id)}/confirm`, {
      key: token,
      method: "POST",
    })
    expect([confirmed.status, confirmed.json.data]).toMatchObject([200, { status: "confirmed", livemode: false }])
    expect((await provider.lane.ship(String(own?.id), { key: liveToken })).status).toBe(404)

    await expect
      .poll(
        () =>
          provider.rows(
            "SELECT livemode, count(*)::int > 5 AS many FROM request_log WHERE account_id = $1 AND credential_kind = 'oauth' GROUP BY livemode ORDER BY livemode",
            [person.id],
          ),
        { timeout: 10_000 },
      )
      .toEqual([
        { livemode: false, many: true },
        { livemode: true, many: true },
      ])
    const events = await provider.rows<{ livemode: boolean }>(
      "SELECT DISTINCT livemode FROM webhook_event WHERE account_id = $1 AND type = 'seller.order.updated'",
      [person.id],
    )
    expect(events).toEqual([{ livemode: false }])
  })

  test("sellers' scopes work for everybody, since every sandbox has a store", async () => {
    const { live, client } = await pair()
    const person = await provider.person()
    const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" }
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(live, { scope: "seller.orders.read", ...challenge }))
    expect((await provider.signIn(browser, person)).html).toContain('id="without-store"')
    const { access_token: token } = await tokensFor(client, person, { scope: "seller.orders.read" })
    expect((await get("/v1/seller/orders", token)).status).toBe(200)
  })

  test("sandbox.manage is for test clients, by a choice of the person", async () => {
    const { live, client } = await pair()
    const person = await provider.person()
    const browser = await provider.signedInBrowser(person, live)
    const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" }
    const refused = await browser.goto(provider.authorizeUrl(live, { scope: "openid sandbox.manage", ...challenge }))
    expect(refused.externalRedirect?.searchParams.get("error")).toBe("invalid_scope")

    const page = await browser.goto(provider.authorizeUrl(client, { scope: "openid sandbox.manage", ...challenge }))
    const box = page.forms.flatMap(({ fields }) => fields).find(({ value }) => value === "sandbox.manage")
    expect(box).toMatchObject({ type: "checkbox", name: "scope", checked: false })

    const post = (path: string, key: string, body: object = {}) =>
      provider.lane.request(path, {
        key,
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      })
    const { access_token: without } = await tokensFor(client, person, { scope: "openid catalog.read" })
    expect((await get("/v1/sandbox", without)).json.error.code).toBe("insufficient_scope")
    const { access_token: token, refresh_token } = await tokensFor(client, person, { scope: "openid sandbox.manage" })
    expect((await get("/v1/sandbox", token)).status).toBe(200)
    const placed = await post("/v1/sandbox/orders", token, { items: [{ sku: "FX-004", quantity: 1 }] })
    expect(placed.status).toBe(200)
    const { access_token: liveToken } = await tokensFor(live, person, { scope: "openid catalog.read" })
    expect((await get("/v1/sandbox", liveToken)).json.error.code).toBe("test_key_required")

    // The scope of the consent and the world of the client survive a refresh.
    const refreshed = await provider.refresh(client, refresh_token)
    expect(refreshed.json.access_token).toMatch(/^haat_att_/)
    const fault = { operation: "listOrders", status: 503, times: 1 }
    expect((await post("/v1/sandbox/faults", refreshed.json.access_token, fault)).status).toBe(201)
    const { access_token: reading } = await tokensFor(client, person, { scope: "orders.read" })
    const faulty = await get("/v1/orders", reading)
    expect([faulty.status, faulty.headers.has("haat-sandbox-fault")]).toEqual([503, true])
    expect((await get("/v1/orders", reading)).status).toBe(200)
  })

  test("loopback redirects work on every port, and nothing else varies", async () => {
    const { live } = await pair()
    await provider.rows("UPDATE oauth_app SET deleted_at = now() WHERE live_app_id = $1", [live.id])
    const client = await addTestClient(provider.lane.marketplace, live, [
      "http://127.0.0.1/callback",
      "http://[::1]/callback",
      "http://localhost:4000/callback",
    ])
    const person = await provider.person()
    const browser = await provider.signedInBrowser(person, live)
    for (const redirect_uri of [
      "http://127.0.0.1:53127/callback",
      "http://[::1]:9/callback",
      "http://localhost:65535/callback",
    ]) {
      const tokens = await provider.obtainTokens(browser, person, client, { redirect_uri })
      expect([redirect_uri, tokens.token_type]).toEqual([redirect_uri, "Bearer"])
    }
    for (const redirect_uri of [
      "http://127.0.0.1:53127/other",
      "http://127.0.0.2:53127/callback",
      "https://127.0.0.1/callback",
      live.redirectUri,
    ]) {
      const page = await browser.goto(provider.authorizeUrl(client, { redirect_uri }))
      expect([redirect_uri, page.status, page.externalRedirect]).toEqual([redirect_uri, 400, null])
    }
    expect((await browser.goto(provider.authorizeUrl(live, { redirect_uri: client.redirectUri }))).status).toBe(400)
  })

  test("the clients of an app are two: secrets, codes, tokens and consents of one are nothing to the other", async () => {
    const { live, client } = await pair()
    const person = await provider.person()
    const browser = provider.browser()
    const first = await provider.code(browser, person, client, { scope: "openid" })
    const atLive = { code: first.code, code_verifier: first.verifier, redirect_uri: client.redirectUri }
    expect((await provider.exchange(live, atLive)).json.error).toBe("invalid_grant")
    const swapped = await provider.exchange({ ...client, secret: live.secret }, atLive)
    expect([swapped.status, swapped.json.error]).toEqual([401, "invalid_client"])
    const tokens = (await provider.exchange(client, atLive)).json
    expect((await provider.refresh(live, tokens.refresh_token)).json.error).toBe("invalid_grant")
    await provider.revoke(live, tokens.access_token)
    expect(await provider.isTokenActive(tokens.access_token)).toBe(true)
    await provider.revoke(client, tokens.refresh_token)
    expect(await provider.isTokenActive(tokens.access_token)).toBe(false)
    const silent = await browser.goto(provider.authorizeUrl(live, { prompt: "none" }))
    expect(silent.externalRedirect?.searchParams.get("error")).toBe("consent_required")
  })

  test("a suspended or deleted app takes its test client along", async () => {
    const { live, client } = await pair()
    const person = await provider.person()
    const tokens = await tokensFor(client, person)
    const suspend = (value: string) =>
      provider.rows(`UPDATE oauth_app SET suspended_at = ${value} WHERE id = $1`, [live.id])
    await suspend("now()")
    expect((await get("/v1/me", tokens.access_token)).json.error.code).toBe("token_revoked")
    expect((await provider.refresh(client, tokens.refresh_token)).json.error).toBe("invalid_grant")
    expect(await refusalOf(client, person)).toBe("400 has been suspended")
    await suspend("NULL")
    expect((await get("/v1/me", tokens.access_token)).status).toBe(200)
    await provider.rows("UPDATE oauth_app SET deleted_at = now() WHERE id = $1", [live.id])
    expect((await get("/v1/me", tokens.access_token)).json.error.code).toBe("token_revoked")
    expect((await provider.refresh(client, tokens.refresh_token)).status).toBe(401)
    expect(await refusalOf(client, person)).toBe("400 does not know")
  })

  test("who becomes a tester or stops being one is asked again, and old tokens do not change whom they are about", async () => {
    const { live, client } = await pair()
    const person = await provider.person()
    const browser = provider.browser()
    const asPersona = await provider.obtainTokens(browser, person, client, { scope: "openid email" })
    await makeTester(live, person)
    expect((await provider.userinfo(asPersona.access_token)).status).toBe(401)
    expect((await provider.refresh(client, asPersona.refresh_token)).json.error).toBe("invalid_grant")
    const silent = await browser.goto(provider.authorizeUrl(client, { prompt: "none" }))
    expect(silent.externalRedirect?.searchParams.get("error")).toBe("consent_required")
    const asThemselves = await provider.obtainTokens(browser, person, client, { scope: "openid email" })
    expect((await provider.userinfo(asThemselves.access_token)).json).toMatchObject({ sub: person.sub })
    await provider.rows("DELETE FROM oauth_app_tester WHERE app_id = $1", [live.id])
    for (const { access_token } of [asThemselves, asPersona])
      expect((await provider.userinfo(access_token)).status).toBe(401)
    const again = await provider.obtainTokens(browser, person, client, { scope: "openid email" })
    expect((await provider.userinfo(again.access_token)).json.sub).not.toBe(person.sub)
    for (const { access_token } of [asThemselves, asPersona])
      expect((await provider.userinfo(access_token)).status).toBe(401)
  })

  test("a request that names a subject learns nothing about who a persona is", async () => {
    const { client } = await pair()
    const person = await provider.person()
    const browser = provider.browser()
    const { id_token = "" } = await provider.obtainTokens(browser, person, client)
    const silently = async (parameters: Parameters) => {
      const page = await browser.goto(provider.authorizeUrl(client, { prompt: "none", ...parameters }))
      return page.externalRedirect?.searchParams.get("error") ?? page.externalRedirect?.searchParams.has("code")
    }
    const named = (value: string) => silently({ claims: JSON.stringify({ id_token: { sub: { value } } }) })
    expect(await named(person.sub)).toBe("login_required")
    expect(await named(decodeJwt(id_token).sub ?? "")).toBe(true)
    expect(await silently({ id_token_hint: id_token })).toBe(true)
  })

  test("a persona can sign out by its ID token", async () => {
    const live = await provider.app()
    const client = await addTestClient(provider.lane.marketplace, live, undefined, ["https://shop-sync.example/bye"])
    const person = await provider.person()
    const browser = provider.browser()
    const { id_token = "" } = await provider.obtainTokens(browser, person, client)
    const query = new URLSearchParams({
      id_token_hint: id_token,
      post_logout_redirect_uri: "https://shop-sync.example/bye",
    })
    const page = await browser.goto(`${provider.url}/oauth/end_session?${query.toString()}`)
    expect(page.externalRedirect?.href).toBe("https://shop-sync.example/bye")
  })

  test("a draft of a live app changes nothing for its test client", async () => {
    const { live, client } = await pair({ optional: ["email"] })
    await addVersion(provider.lane.marketplace, live, { status: "draft", optional: ["email", "orders.read"] })
    const person = await provider.person()
    const browser = await provider.signedInBrowser(person, live)
    const page = await browser.goto(
      provider.authorizeUrl(client, {
        scope: "openid orders.read",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      }),
    )
    expect(page.externalRedirect?.searchParams.get("error")).toBe("invalid_scope")
  })
})
