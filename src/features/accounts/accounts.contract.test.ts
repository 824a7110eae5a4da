import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("accounts and sessions", () => {
  let lane: Lane
  const password = "a long password"

  beforeAll(async () => {
    // One proxy is trusted, so that each test can send a client IP address of its own.
    lane = await Lane.lease("fast", { TRUST_PROXY: "1" })
  })
  afterAll(() => lane.close())

  const signUp = (client: PortalClient, email: string, more: object = {}) =>
    client.mutate("accounts.signUp", { name: "Asha", email, password, locale: "hi", ...more })
  const mailsTo = async (email: string) =>
    (await mailboxMessages(lane.marketplace, '"to" = $1', [email])).map(({ subject, text, locale }) => ({
      subject,
      text,
      locale,
    }))
  const verificationToken = async (email: string): Promise<string> => {
    await expect.poll(async () => (await mailsTo(email)).length, { timeout: 15_000 }).toBe(1)
    return /token=([A-Za-z0-9_-]{43})/.exec((await mailsTo(email))[0]?.text ?? "")?.[1] ?? ""
  }

  test("a person signs up, confirms the email address once, and signs in", async () => {
    const client = new PortalClient(lane.url, "198.51.100.1")
    expect((await signUp(client, "new@example.in")).status).toBe(200)
    const token = await verificationToken("new@example.in")
    expect((await mailsTo("new@example.in"))[0]).toMatchObject({ locale: "hi", subject: "अपना ई-मेल पता पक्का करें" })
    expect(await client.signIn("NEW@example.in", password)).toBeNull()
    const me = () => client.query<{ data: { email: string; email_verified: boolean; locale: string } }>("me.get")
    expect((await me()).data.data).toMatchObject({ email: "new@example.in", email_verified: false, locale: "hi" })
    expect((await client.mutate("accounts.verifyEmail", { token })).status).toBe(200)
    expect((await me()).data.data.email_verified).toBe(true)
    expect((await client.mutate("accounts.verifyEmail", { token })).problem).toBe("not_found")
    expect((await client.mutate("accounts.resendVerification")).problem).toBe("invalid_state")
  })

  test("the emailed link returns to the page of the sign-up, and to no other site, also for an existing account", async () => {
    const client = new PortalClient(lane.url, "198.51.100.40")
    const app = "/oauth/consent?interaction=01a201e8-ce26-774b-9c07-366103f321ab"
    const linksTo = async (email: string, count: number): Promise<URL[]> => {
      await expect.poll(async () => (await mailsTo(email)).length, { timeout: 15_000 }).toBe(count)
      return (await mailsTo(email)).map(({ text }) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? ""))
    }
    for (const [i, [back, stored]] of (
      [
        [app, app],
        ["/keys", "/keys"],
        ["//evil.example", null],
        ["/oauth/authorize?client_id=evil", null],
        ["/products?q=visit+evil.example", null],
      ] as const
    ).entries()) {
      const email = `back-${i}@example.in`
      expect((await signUp(client, email, { back })).status).toBe(200)
      const [confirm] = await linksTo(email, 1)
      expect([confirm?.pathname, confirm?.searchParams.get("return")]).toEqual(["/verify-email", stored])
      expect((await signUp(client, email, { back })).status).toBe(200)
      const [, again] = await linksTo(email, 2)
      expect(`${again?.pathname}${again?.search}`).toBe(
        stored === app ? app : stored === null ? "/sign-in" : "/sign-in?return=%2Fkeys",
      )
    }
  })

  test("signing up with an existing email address gets the same response, and notifies its owner", async () => {
    const client = new PortalClient(lane.url, "198.51.100.2")
    const first = await signUp(client, "known@example.in")
    await verificationToken("known@example.in")
    const second = await signUp(client, "Known@Example.in", { password: "another long password", name: "Somebody" })
    expect(second).toEqual(first)
    await expect.poll(async () => (await mailsTo("Known@Example.in")).length, { timeout: 15_000 }).toBe(1)
    expect(await client.signIn("known@example.in", "another long password")).toBe("CredentialsSignin")
    expect(await client.signIn("known@example.in", password)).toBeNull()
  })

  test("two concurrent sign-ups with one email address create one account", async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        signUp(new PortalClient(lane.url, "198.51.100.3"), i % 2 ? "race@example.in" : "RACE@example.in"),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await lane.marketplace.rows("SELECT id FROM account WHERE email = 'race@example.in'")).toHaveLength(1)
  })

  test.each([
    [{ email: "nobody" }, "email"],
    [{ email: "a\u0000@example.in" }, "email"],
    [{ password: "short" }, "password"],
    [{ password: "x".repeat(201) }, "password"],
    [{ name: " " }, "name"],
    [{ name: "a\u0000b" }, "name"],
    [{ name: 7 }, "name"],
    [{ locale: "fr" }, "locale"],
  ])("an invalid sign-up names its field: %j", async (more, param) => {
    const response = await signUp(new PortalClient(lane.url, "198.51.100.4"), "bad@example.in", more)
    expect([response.status, response.problem, response.details[0]?.param]).toEqual([422, "validation_failed", param])
    expect(await lane.marketplace.rows("SELECT id FROM account WHERE email = 'bad@example.in'")).toHaveLength(0)
  })

  test("an unknown email address and a wrong password look alike, and guesses are throttled with a retry time", async () => {
    const client = new PortalClient(lane.url, "198.51.100.5")
    await signUp(client, "guessed@example.in")
    expect(await client.signIn("nobody@example.in", password)).toBe("CredentialsSignin")
    for (let i = 0; i < 10; i++)
      expect(await client.signIn("guessed@example.in", `guess number ${i}`)).toBe("CredentialsSignin")
    expect(await client.signIn("guessed@example.in", password)).toMatch(/^throttled:\d+$/)
    // An attacker's guesses do not lock out other clients.
    expect(await new PortalClient(lane.url, "198.51.100.6").signIn("Guessed@example.in", password)).toBeNull()
  })

  test("a throttled network does not block others", async () => {
    const attacker = new PortalClient(lane.url, "198.51.100.41")
    await signUp(new PortalClient(lane.url, "198.51.100.42"), "victim@example.in")
    expect(await attacker.signIn("victim@example.in", "a guess")).toBe("CredentialsSignin")
    expect(
      await lane.marketplace.rows(
        "UPDATE rate_limit SET requests = 60 WHERE subject LIKE 'sign-in:from:%198.51.100.41%' RETURNING subject",
      ),
    ).toHaveLength(1)
    for (let i = 0; i < 10; i++)
      expect(await attacker.signIn("victim@example.in", `guess number ${i}`)).toMatch(/^throttled:\d+$/)
    expect(await new PortalClient(lane.url, "198.51.100.42").signIn("victim@example.in", password)).toBeNull()
  })

  test.each(["", "x", "a\u0000b", "' or 1=1 --", "x".repeat(100_000)])(
    "malformed credentials are rejected: %#",
    async (odd) => {
      expect(await new PortalClient(lane.url, "198.51.100.7").signIn(odd, odd)).toBe("CredentialsSignin")
    },
  )

  test("signing in accepts only forms, not JSON", async () => {
    const client = new PortalClient(lane.url, "198.51.100.11")
    const { csrfToken } = (await (await client.fetch("/api/auth/csrf")).json()) as { csrfToken: string }
    const body = JSON.stringify({ csrfToken, email: "\ud800@example.in", password, json: "true" })
    expect(
      (
        await client.fetch("/api/auth/callback/credentials", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        })
      ).status,
    ).toBe(415)
  })

  test("a session ends by signing out, revocation, or a lock of the account", async () => {
    const first = new PortalClient(lane.url, "198.51.100.8")
    await signUp(first, "sessions@example.in")
    const second = new PortalClient(lane.url, "198.51.100.8")
    const third = new PortalClient(lane.url, "198.51.100.8")
    for (const client of [first, second, third]) expect(await client.signIn("sessions@example.in", password)).toBeNull()
    const works = async (client: PortalClient) => (await client.query("me.get")).status === 200
    const list = await first.query<{ data: { id: string; current: boolean }[] }>("sessions.list")
    expect(list.data.data.filter(({ current }) => current)).toHaveLength(1)
    expect(list.data.data).toHaveLength(3)
    await third.signOut()
    expect([await works(first), await works(second), await works(third)]).toEqual([true, true, false])
    expect((await first.mutate("sessions.revokeOthers")).data).toEqual({ revoked: 1 })
    expect([await works(first), await works(second)]).toEqual([true, false])
    const own = list.data.data.find(({ current }) => current)?.id
    expect((await second.mutate("sessions.revoke", { id: own })).problem).toBe("authentication_required")
    const stranger = new PortalClient(lane.url, "198.51.100.8")
    await signUp(stranger, "stranger@example.in")
    await stranger.signIn("stranger@example.in", password)
    expect((await stranger.mutate("sessions.revoke", { id: own })).problem).toBe("not_found")
    expect(await works(first)).toBe(true)
    await lane.marketplace.rows("UPDATE account SET locked_at = now() WHERE email = 'sessions@example.in'")
    expect(await works(first)).toBe(false)
    expect(await first.signIn("sessions@example.in", password)).toBe("CredentialsSignin")
  })

  test("a forged cookie is rejected, and so are cross-site requests", async () => {
    const forged = new PortalClient(lane.url, "198.51.100.9")
    for (const cookie of ["x", "eyJhbGciOiJub25lIn0.e30.", "a.b.c.d.e"]) {
      const response = await forged.fetch("/api/trpc/me.get", {
        headers: { cookie: `next-auth.session-token=${cookie}` },
      })
      expect([cookie, response.status]).toEqual([cookie, 401])
    }
    const portalClient = new PortalClient(lane.url, "198.51.100.9")
    await signUp(portalClient, "visitor@example.in")
    await portalClient.signIn("visitor@example.in", password)
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
      expect((await portalClient.fetch("/api/trpc/sessions.revokeOthers", { method: "POST", headers })).status).toBe(
        400,
      )
    expect((await portalClient.mutate("sessions.revokeOthers", undefined, { origin: lane.url })).status).toBe(200)
    const other = new PortalClient(lane.url.replace("localhost", "127.0.0.1"))
    expect(
      (await other.mutate("sessions.revokeOthers", undefined, { origin: lane.url.replace("localhost", "127.0.0.1") }))
        .problem,
    ).toBe("authentication_required")
  })

  test("errors below /api have the standard error format", async () => {
    const client = new PortalClient(lane.url, "198.51.100.11")
    const codeOf = async (path: string, init?: RequestInit): Promise<unknown[]> => {
      const response = await client.fetch(path, init)
      const { error } = (await response.json()) as { error: { code: string; request_id: string } }
      return [response.status, error.code, error.request_id === response.headers.get("x-request-id")]
    }
    expect(await codeOf("/api/nothing")).toEqual([404, "not_found", true])
    expect(await codeOf("/api/auth/session")).toEqual([404, "not_found", true])
    expect(
      await codeOf("/api/trpc/sessions.revokeOthers", { method: "POST", headers: { origin: "https://evil.example" } }),
    ).toEqual([400, "bad_request", true])
    expect(await codeOf("/account-export", { method: "POST" })).toEqual([401, "authentication_required", true])
  })

  test("a malformed call is rejected without an internal error", async () => {
    const client = new PortalClient(lane.url, "198.51.100.10")
    expect((await client.mutate("me.get")).problem).toBe("method_not_allowed")
    expect((await client.query("sessions.revokeOthers")).problem).toBe("method_not_allowed")
    expect((await client.mutate("accounts.verifyEmail", {}, { "content-type": "text/plain" })).problem).toBe(
      "unsupported_media_type",
    )
    expect((await client.fetch("/api/trpc/status.get,status.get?batch=1")).status).toBe(422)
  })

  test("an API key gives no access to the portal", async () => {
    const key = await lane.marketplace.key(await lane.marketplace.account())
    const response = await fetch(`${lane.url}/api/trpc/me.get`, { headers: { authorization: `Bearer ${key.secret}` } })
    expect(response.status).toBe(401)
  })
})
