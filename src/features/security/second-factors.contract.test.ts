import { generate } from "otplib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"

describe("second factors", () => {
  let provider: OauthProvider
  let places = 0

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const portalClient = (): PortalClient => new PortalClient(provider.url, `198.51.102.${++places}`)
  const codeOf = (secret: string, steps = 0): Promise<string> =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
  const wrongCode = async (secret: string): Promise<string> => {
    const right = await Promise.all([-1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
    return ["000000", "111111", "222222", "333333", "444444"].find((code) => !right.includes(code)) ?? ""
  }
  const guarded = async () => {
    const person = await provider.person()
    const client = portalClient()
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    const { data } = await client.mutate<{ data: { secret: string; uri: string } }>("security.beginTotp")
    const confirmed = await client.mutate<{ recovery_codes: string[] }>("security.confirmTotp", {
      code: await codeOf(data.data.secret),
    })
    // The code that turned it on is used; reset the step so that the tests can go on.
    await provider.rows("UPDATE totp SET last_step = 0 WHERE account_id = $1", [person.id])
    return { person, client, secret: data.data.secret, uri: data.data.uri, codes: confirmed.data.recovery_codes }
  }
  const firstStep = async (email: string): Promise<PortalClient> => {
    const client = portalClient()
    expect(await client.signIn(email, PASSWORD)).toBe("second_step")
    expect((await client.query("me.get")).problem).toBe("authentication_required")
    return client
  }
  const audited = async (id: string): Promise<string[]> =>
    (
      await provider.rows<{ action: string }>(
        "SELECT action FROM audit_entry WHERE actor_id = $1 ORDER BY created_at, id",
        [id],
      )
    ).map(({ action }) => action)

  test("an authenticator app is active once its code is confirmed, and its secret is stored encrypted", async () => {
    const person = await provider.person()
    const client = portalClient()
    await client.signIn(person.email, PASSWORD)
    const { data } = await client.mutate<{ data: { secret: string; uri: string; qr: { size: number; path: string } } }>(
      "security.beginTotp",
    )
    const { secret, uri, qr } = data.data
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Haat:/)
    expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/)
    expect(await portalClient().signIn(person.email, PASSWORD)).toBeNull()
    expect((await client.mutate("security.confirmTotp", { code: await wrongCode(secret) })).details[0]).toMatchObject({
      param: "code",
      code: "wrong",
    })
    const code = await codeOf(secret)
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => client.mutate<{ recovery_codes: string[] | null }>("security.confirmTotp", { code })),
    )
    const successful = responses.filter(({ status }) => status === 200)
    expect(successful).toHaveLength(1)
    expect(new Set(successful[0]?.data.recovery_codes).size).toBe(10)
    const [row] = await provider.rows<{ seed_encrypted: Buffer }>(
      "SELECT seed_encrypted FROM totp WHERE account_id = $1",
      [person.id],
    )
    expect(row?.seed_encrypted.includes(secret)).toBe(false)
    const codes = await provider.rows<{ hash: Buffer }>("SELECT hash FROM recovery_code WHERE account_id = $1", [
      person.id,
    ])
    expect(codes.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32))
    expect((await client.mutate("security.beginTotp")).problem).toBe("invalid_state")
    expect(await audited(person.id)).toEqual(["totp.added"])
  })

  test("one code used concurrently signs in once, and never again", async () => {
    const { person, secret } = await guarded()
    const clients = await Promise.all([1, 2, 3, 4].map(() => firstStep(person.email)))
    const code = await codeOf(secret)
    const outcomes = await Promise.all(clients.map((client) => client.signInWith({ code })))
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    const late = await firstStep(person.email)
    expect(await late.signInWith({ code })).toBe("CredentialsSignin")
    const next = await codeOf(secret, 1)
    expect(await late.signInWith({ code: ` ${next.slice(0, 3)} ${next.slice(3)}` })).toBeNull()
    expect((await late.query("me.get")).status).toBe(200)
  })

  test("a recovery code works once, in any formatting, and its holder is notified", async () => {
    const { person, codes } = await guarded()
    const [first = "", second = ""] = codes
    const clients = await Promise.all([1, 2, 3, 4].map(() => firstStep(person.email)))
    const outcomes = await Promise.all(clients.map((client) => client.signInWith({ code: first })))
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    const typed = await firstStep(person.email)
    expect(await typed.signInWith({ code: second.toLowerCase().replace("-", " ") })).toBeNull()
    expect(
      (await typed.query<{ data: { recovery_codes_left: number } }>("security.state")).data.data.recovery_codes_left,
    ).toBe(8)
    const mails = () => mailboxMessages(provider, `"to" = $1 AND subject = 'A recovery code was used'`, [person.email])
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(2)
    expect((await audited(person.id)).filter((action) => action === "recovery_code.used")).toHaveLength(2)
  })

  test("new recovery codes replace the old ones", async () => {
    const { person, client, codes } = await guarded()
    const { data } = await client.mutate<{ recovery_codes: string[] }>("security.renewCodes")
    expect(data.recovery_codes).toHaveLength(10)
    const waiting = await firstStep(person.email)
    expect(await waiting.signInWith({ code: codes[0] ?? "" })).toBe("CredentialsSignin")
    expect(await waiting.signInWith({ code: data.recovery_codes[0] ?? "" })).toBeNull()
  })

  test("a challenge allows five guesses, and the account a few more over all methods", async () => {
    const { person, secret } = await guarded()
    const wrong = await wrongCode(secret)
    const waiting = await firstStep(person.email)
    for (let guess = 0; guess < 5; guess++) expect(await waiting.signInWith({ code: wrong })).toBe("CredentialsSignin")
    expect(await waiting.signInWith({ code: await codeOf(secret) })).toBe("step_expired")
    // Five of ten are left.
    const again = await firstStep(person.email)
    for (let guess = 0; guess < 4; guess++) expect(await again.signInWith({ code: wrong })).toBe("CredentialsSignin")
    const last = await firstStep(person.email)
    expect(await last.signInWith({ code: wrong })).toBe("CredentialsSignin")
    expect(await last.signInWith({ code: await codeOf(secret) })).toMatch(/^throttled:\d+$/)
  })

  test("a challenge belongs to the browser that sent the password, and ends by expiry, a reset and a lock", async () => {
    const { person, secret } = await guarded()
    expect(await portalClient().signInWith({ code: await codeOf(secret) })).toBe("step_expired")
    const late = await firstStep(person.email)
    await provider.rows("UPDATE sign_in_step SET expires_at = now() WHERE account_id = $1", [person.id])
    expect(await late.signInWith({ code: await codeOf(secret) })).toBe("step_expired")
    const locked = await firstStep(person.email)
    await provider.rows("UPDATE account SET locked_at = now() WHERE id = $1", [person.id])
    expect(await locked.signInWith({ code: await codeOf(secret) })).toBe("step_expired")
  })

  test("the OAuth sign-in page also asks for the second factor, without scripts", async () => {
    const { person, secret, codes } = await guarded()
    const app = await provider.app()
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app))
    let page = await provider.signIn(browser, person)
    expect(page.html).toContain('id="step-form"')
    expect(page.html).not.toContain("haat-second-step")
    page = await browser.submit({ fill: { code: await wrongCode(secret) }, press: "confirm" })
    expect(page.html).toContain("This code is incorrect")
    expect(browser.cookies.has("haat-second-step")).toBe(true)
    page = await browser.submit({ fill: { code: await codeOf(secret) }, press: "confirm" })
    expect(page.html).toContain('id="allow"')
    expect(browser.cookies.has("haat-second-step")).toBe(false)
    const other = provider.browser()
    await other.goto(provider.authorizeUrl(app))
    await provider.signIn(other, person)
    page = await other.submit({ fill: { code: codes[3] ?? "" }, press: "confirm" })
    expect(page.html).toContain('id="allow"')
  })

  test("removing the last factor removes the recovery codes, and the password alone signs in", async () => {
    const { person, client } = await guarded()
    expect((await client.mutate("security.removeTotp")).status).toBe(200)
    expect((await client.mutate("security.removeTotp")).problem).toBe("not_found")
    expect(await provider.rows("SELECT FROM recovery_code WHERE account_id = $1", [person.id])).toHaveLength(0)
    expect((await client.mutate("security.renewCodes")).problem).toBe("invalid_state")
    expect(await portalClient().signIn(person.email, PASSWORD)).toBeNull()
    expect(await audited(person.id)).toEqual(["totp.added", "totp.removed"])
  })

  test("an invalid passkey response is rejected", async () => {
    const response = {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
      clientExtensionResults: {},
    }
    for (const passkey of [
      "",
      "{",
      "null",
      "[]",
      JSON.stringify(response),
      JSON.stringify({ ...response, id: { evil: true } }),
    ])
      expect(await portalClient().signInWith({ passkey })).toBe("CredentialsSignin")
    const person = await provider.person()
    const client = portalClient()
    await client.signIn(person.email, PASSWORD)
    expect((await client.mutate("security.prove", { proof: { passkey: response } })).details[0]?.param).toBe("passkey")
  })
})

describe("recent reauthentication", () => {
  let provider: OauthProvider
  let places = 0

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const stale = async () => {
    const person = await provider.person()
    const client = new PortalClient(provider.url, `198.51.103.${++places}`)
    await client.signIn(person.email, PASSWORD)
    await provider.rows("UPDATE session SET proved_at = now() - interval '15 minutes' WHERE account_id = $1", [
      person.id,
    ])
    return { person, client }
  }
  const key = {
    name: "Sync",
    scopes: ["profile.read"],
    allowed_ips: [],
    rate_limit: null,
    expires_at: null,
  }

  test("is required for every secret and every change that could lock the holder out, per session", async () => {
    const { person, client } = await stale()
    const other = new PortalClient(provider.url, `198.51.103.${++places}`)
    await other.signIn(person.email, PASSWORD)
    await provider.rows("UPDATE session SET proved_at = now() - interval '15 minutes' WHERE account_id = $1", [
      person.id,
    ])
    const calls: [string, unknown][] = [
      ["portalKeys.create", key],
      ["portalKeys.update", { id: "key_x", allowed_ips: [] }],
      ["portalKeys.roll", { id: "key_x", overlap: "now" }],
      ["oauthApps.create", { name: "App", type: "confidential", redirect_uris: ["https://app.example/cb"] }],
      ["oauthApps.rollSecret", { client_id: "x", overlap: "now" }],
      ["security.beginTotp", {}],
      ["security.confirmTotp", { code: "000000" }],
      ["security.removeTotp", {}],
      ["security.renewCodes", {}],
      ["security.beginPasskey", {}],
      ["security.removePasskey", { id: "019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90" }],
      ["security.recentlyProved", {}],
      ["accounts.requestEmailChange", { email: "new@example.in" }],
      ["accounts.delete", { confirmation: person.email }],
    ]
    for (const [procedure, input] of calls)
      expect([procedure, (await client.mutate(procedure, input)).problem]).toEqual([
        procedure,
        "reauthentication_required",
      ])
    // A test key reaches invented data only.
    expect((await client.inMode("sandbox").mutate("portalKeys.create", key)).status).toBe(200)
    expect((await client.fetch("/account-export", { method: "POST" })).status).toBe(403)
    expect(
      (await client.mutate("security.prove", { proof: { password: "not the password" } })).details[0],
    ).toMatchObject({ param: "password", code: "wrong" })
    expect((await client.mutate("portalKeys.create", key)).problem).toBe("reauthentication_required")
    expect((await client.mutate("security.prove", { proof: { password: PASSWORD } })).status).toBe(200)
    expect((await client.mutate("portalKeys.create", key)).status).toBe(200)
    expect((await other.mutate("portalKeys.create", key)).problem).toBe("reauthentication_required")
  })

  test("is rate limited, and works for the own session only", async () => {
    const { client } = await stale()
    const responses = []
    for (let guess = 0; guess < 11; guess++)
      responses.push((await client.mutate("security.prove", { proof: { password: `guess ${guess}` } })).status)
    expect(responses).toEqual([...Array<number>(10).fill(422), 429])
    expect(
      (await new PortalClient(provider.url).mutate("security.prove", { proof: { password: PASSWORD } })).problem,
    ).toBe("authentication_required")
  })
})
