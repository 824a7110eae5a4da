import { generate } from "otplib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"

// Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security 2022): an attacker signs up with another person's
// address first.
describe("an account that a stranger has created", () => {
  let provider: OauthProvider
  let places = 0
  const attackersPassword = "sindoor tilkor makhan"
  const ownersPassword = "jhijhia paag machaan"
  const key = {
    name: "Sync",
    scopes: ["profile.read"],
    allowed_ips: [],
    rate_limit: null,
    expires_at: null,
  }

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const portalClient = (): PortalClient => new PortalClient(provider.url, `198.51.104.${++places}`)
  const tokenFrom = async (to: string, subject: string, count = 1): Promise<string> => {
    const mails = () => mailboxMessages(provider, '"to" = $1 AND subject = $2', [to, subject])
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(count)
    return /token=([A-Za-z0-9_-]{43})/.exec((await mails()).at(-1)?.text ?? "")?.[1] ?? ""
  }
  const started = async (email: string): Promise<PortalClient> => {
    const attacker = portalClient()
    expect(
      (await attacker.mutate("accounts.signUp", { name: "Asha", email, password: attackersPassword, locale: "en" }))
        .status,
    ).toBe(200)
    expect(await attacker.signIn(email, attackersPassword)).toBeNull()
    return attacker
  }
  const takenBackByReset = async (email: string): Promise<PortalClient> => {
    const owner = portalClient()
    expect((await owner.mutate("accounts.requestPasswordReset", { email })).status).toBe(200)
    const token = await tokenFrom(email, "Reset your password")
    expect((await owner.mutate("accounts.resetPassword", { token, password: ownersPassword })).status).toBe(200)
    return owner
  }
  const idOf = async (email: string): Promise<string> =>
    (await provider.rows<{ id: string }>("SELECT id FROM account WHERE email = $1", [email]))[0]?.id ?? ""

  test("an email change started before the owner confirmed does not take the account away", async () => {
    const [email, evil] = ["victim@example.in", "evil@example.in"]
    const attacker = await started(email)
    expect((await attacker.mutate("accounts.requestEmailChange", { email: evil })).problem).toBe("email_not_verified")
    expect(
      (
        await portalClient().mutate("accounts.signUp", {
          name: "Victim",
          email,
          password: ownersPassword,
          locale: "en",
        })
      ).status,
    ).toBe(200)
    await takenBackByReset(email)
    const owner = portalClient()
    expect(await owner.signIn(email, ownersPassword)).toBeNull()
    expect((await owner.mutate("portalKeys.create", key)).status).toBe(200)
    expect(await provider.rows('SELECT FROM mailbox_message WHERE "to" = $1', [evil])).toHaveLength(0)
    expect((await attacker.query("me.get")).problem).toBe("authentication_required")
  })

  test("a pending email change is cancelled when the email address is first confirmed", async () => {
    const email = "open-change@example.in"
    await started(email)
    const token = "b".repeat(43)
    await provider.rows(
      `INSERT INTO email_change (id, account_id, old_email, new_email, old_hash, new_hash, old_confirmed_at, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'evil-2@example.in', sha256('a'), sha256($3), now(), now() + interval '1 day')`,
      [await idOf(email), email, Buffer.from(token)],
    )
    await takenBackByReset(email)
    expect((await portalClient().mutate("accounts.confirmEmailChange", { token })).problem).toBe("not_found")
    expect(
      await provider.rows("SELECT FROM account WHERE email = $1 AND email_verified_at IS NOT NULL", [email]),
    ).toHaveLength(1)
  })

  test("whether the old email address must confirm is decided when the change is applied", async () => {
    const person = await provider.person()
    const token = "c".repeat(43)
    await provider.rows(
      `INSERT INTO email_change (id, account_id, old_email, new_email, old_hash, new_hash, new_confirmed_at, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'evil-3@example.in', sha256('d'), sha256($3), NULL, now() + interval '1 day')`,
      [person.id, person.email, Buffer.from(token)],
    )
    expect((await portalClient().mutate("accounts.confirmEmailChange", { token })).data).toEqual({ changed: false })
    expect(await provider.rows("SELECT FROM account WHERE email = 'evil-3@example.in'")).toHaveLength(0)
  })

  test("a planted second factor is removed when the email address is first confirmed", async () => {
    const email = "planted@example.in"
    const attacker = await started(email)
    for (const procedure of ["security.beginTotp", "security.beginPasskey"])
      expect([procedure, (await attacker.mutate(procedure)).problem]).toEqual([procedure, "email_not_verified"])
    const id = await idOf(email)
    await provider.rows("INSERT INTO totp (account_id, seed_encrypted, confirmed_at) VALUES ($1, 'x', now())", [id])
    await provider.rows("INSERT INTO recovery_code (hash, account_id) VALUES (sha256('planted'), $1)", [id])
    await provider.rows(
      "INSERT INTO passkey (id, account_id, credential_id, public_key, counter, transports, backed_up, name) VALUES (gen_random_uuid(), $1, 'planted', 'x', 0, '{}', false, 'Evil')",
      [id],
    )
    await takenBackByReset(email)
    expect(await portalClient().signIn(email, ownersPassword)).toBeNull()
    for (const table of ["totp", "recovery_code", "passkey"])
      expect([table, await provider.rows(`SELECT FROM ${table} WHERE account_id = $1`, [id])]).toEqual([table, []])
  })

  test("a second factor of a confirmed account survives a password reset", async () => {
    const person = await provider.person()
    const client = portalClient()
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    const { data } = await client.mutate<{ data: { secret: string } }>("security.beginTotp")
    expect(
      (await client.mutate("security.confirmTotp", { code: await generate({ secret: data.data.secret }) })).status,
    ).toBe(200)
    await takenBackByReset(person.email)
    expect(await portalClient().signIn(person.email, ownersPassword)).toBe("second_step")
  })

  test.each(["verifyEmail", "resetPassword"])(
    "%s revokes earlier keys, apps, grants, tokens, endpoints, sessions and sign-in challenges",
    async (how) => {
      const email = `begun-${how.toLowerCase()}@example.in`
      const [attacker, person] = [await started(email), await provider.person()]
      const id = await idOf(email)
      const held = await provider.lane.marketplace.key(id)
      const app = await provider.app({ owner: id })
      const tokens = await provider.obtainTokens(provider.browser(), person, await provider.app())
      await provider.rows("UPDATE oauth_grant SET account_id = $1 WHERE account_id = $2", [id, person.id])
      await provider.rows(
        "INSERT INTO webhook_endpoint (id, account_id, url, secret_encrypted, events, livemode, updated_at) VALUES (gen_random_uuid(), $1, 'https://evil.example/', 'x', '{order.created}', true, now())",
        [id],
      )
      if (how === "verifyEmail") {
        const owner = portalClient()
        const { data } = await owner.mutate<{ password_token: string }>("accounts.verifyEmail", {
          token: await tokenFrom(email, "Confirm your email address"),
        })
        expect(await portalClient().signIn(email, attackersPassword)).toBe("CredentialsSignin")
        expect(
          (await owner.mutate("accounts.resetPassword", { token: data.password_token, password: ownersPassword }))
            .status,
        ).toBe(200)
        expect(await owner.signIn(email, ownersPassword)).toBeNull()
      } else await takenBackByReset(email)
      expect(await attacker.signIn(email, attackersPassword)).toBe("CredentialsSignin")
      expect((await attacker.query("me.get")).problem).toBe("authentication_required")
      expect((await provider.lane.request("/v1/me", { key: held.secret })).status).toBe(401)
      expect((await provider.lane.request("/v1/me", { key: tokens.access_token })).status).toBe(401)
      const live = `SELECT (SELECT count(*) FROM api_key WHERE account_id = $1 AND revoked_at IS NULL)::int AS keys,
      (SELECT count(*) FROM oauth_grant WHERE account_id = $1 AND revoked_at IS NULL)::int AS grants,
      (SELECT count(*) FROM oauth_app WHERE account_id = $1 AND deleted_at IS NULL)::int AS apps,
      (SELECT count(*) FROM webhook_endpoint WHERE account_id = $1 AND deleted_at IS NULL)::int AS endpoints`
      expect(await provider.rows(live, [id])).toEqual([{ keys: 0, grants: 0, apps: 0, endpoints: 0 }])
      expect(app.clientId).not.toBe("")
    },
  )

  test("confirming in the signed-in browser keeps the session", async () => {
    const email = "own@example.in"
    const own = await started(email)
    expect(
      (await own.mutate("accounts.verifyEmail", { token: await tokenFrom(email, "Confirm your email address") }))
        .status,
    ).toBe(200)
    expect((await own.mutate("portalKeys.create", key)).status).toBe(200)
  })

  test("confirming signs the browser in that signed up, once, and no other", async () => {
    const email = "signs-in@example.in"
    const [own, other] = [portalClient(), portalClient()]
    await own.mutate("accounts.signUp", { name: "Asha", email, password: ownersPassword, locale: "en" })
    const token = await tokenFrom(email, "Confirm your email address")
    expect((await own.mutate("accounts.verifyEmail", { token })).data).toEqual({
      email,
      signed_in: true,
      password_token: null,
    })
    expect((await own.query<{ data: { email: string } }>("me.get")).data.data.email).toBe(email)
    await own.signOut()
    expect((await own.mutate("accounts.verifyEmail", { token })).problem).toBe("not_found")
    expect((await own.query("me.get")).problem).toBe("authentication_required")

    const elsewhere = "signs-in-elsewhere@example.in"
    const signUp = { name: "Asha", email: elsewhere, password: ownersPassword, locale: "en" }
    await own.mutate("accounts.signUp", signUp)
    const { data } = await other.mutate("accounts.verifyEmail", {
      token: await tokenFrom(elsewhere, "Confirm your email address"),
    })
    expect(data).toMatchObject({ email: elsewhere, signed_in: false })
    for (const browser of [own, other]) expect((await browser.query("me.get")).problem).toBe("authentication_required")
  })

  test("confirming in the browser that signed up leaves the session of another account", async () => {
    const email = "signs-in-beside@example.in"
    const own = portalClient()
    await own.mutate("accounts.signUp", { name: "Asha", email, password: ownersPassword, locale: "en" })
    const person = await provider.person()
    expect(await own.signIn(person.email, PASSWORD)).toBeNull()
    const { data } = await own.mutate("accounts.verifyEmail", {
      token: await tokenFrom(email, "Confirm your email address"),
    })
    expect(data).toEqual({ email, signed_in: false, password_token: null })
    expect((await own.query<{ data: { email: string } }>("me.get")).data.data.email).toBe(person.email)
  })

  test("confirming in the browser that signed up keeps the password, and a forged cookie does not", async () => {
    const confirm = async (client: PortalClient, email: string) =>
      (
        await client.mutate<{ password_token: string | null }>("accounts.verifyEmail", {
          token: await tokenFrom(email, "Confirm your email address"),
        })
      ).data.password_token
    const [own, planted, second] = [portalClient(), portalClient(), portalClient()]
    const signUp = (client: PortalClient, email: string, password: string) =>
      client.mutate("accounts.signUp", { name: "Asha", email, password, locale: "en" })
    await signUp(own, "same-browser@example.in", ownersPassword)
    expect(await confirm(own, "same-browser@example.in")).toBeNull()
    expect(await own.signIn("same-browser@example.in", ownersPassword)).toBeNull()
    for (const [client, email] of [
      [planted.withCookie("haat-sign-up", "A".repeat(43)), "made-up@example.in"],
      [second, "came-second@example.in"],
    ] as const) {
      await signUp(portalClient(), email, attackersPassword)
      // The second sign-up gets a cookie as well, which reveals nothing.
      if (client === second) await signUp(client, email, ownersPassword)
      expect(await confirm(client, email)).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(await portalClient().signIn(email, attackersPassword)).toBe("CredentialsSignin")
    }
  })

  test("an email address gets a limited number of emails a day, also over deleted and recreated accounts", async () => {
    const id = `stranger-${++places}`
    for (let round = 0; round < 5; round++) {
      const email = round % 2 === 0 ? `${id}@example.in` : `${id}+${round}@example.in`
      const attacker = await started(email)
      for (let again = 0; again < 2; again++)
        expect((await attacker.mutate("accounts.resendVerification")).status).toBe(200)
      expect((await attacker.mutate("accounts.delete", { confirmation: email })).status).toBe(200)
    }
    await expect
      .poll(async () => provider.rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'"), {
        timeout: 15_000,
      })
      .toHaveLength(0)
    expect((await mailboxMessages(provider, `"to" LIKE $1`, [`${id}%`])).map(({ subject }) => subject)).toEqual(
      Array(6).fill("Confirm your email address"),
    )
  })

  test("an unconfirmed account can read, request another email, be deleted and sign out, but change nothing", async () => {
    const email = "waiting@example.in"
    const client = await started(email)
    const refused: [string, unknown][] = [
      ["portalKeys.create", key],
      ["oauthApps.create", { name: "App", type: "confidential", redirect_uris: ["https://app.example/cb"] }],
      ["stores.open", { name: "Shop", city: "Darbhanga", district: "Darbhanga", state: "Bihar", pincode: "846004" }],
      ["webhookEndpoints.create", { url: "https://hooks.example.com/", event_types: ["order.shipped"] }],
      ["security.beginTotp", {}],
      ["security.beginPasskey", {}],
      ["accounts.requestEmailChange", { email: "another@example.in" }],
      ["profile.update", { name: "Another" }],
    ]
    for (const [procedure, input] of refused)
      expect([procedure, (await client.mutate(procedure, input)).problem]).toEqual([procedure, "email_not_verified"])
    expect((await client.query("me.get")).status).toBe(200)
    expect((await client.mutate("accounts.resendVerification")).status).toBe(200)
    expect((await client.mutate("sessions.revokeOthers")).status).toBe(200)
    const page = await provider.browser().goto(provider.authorizeUrl(await provider.app()))
    expect(page.status).toBe(200)
    expect((await client.mutate("accounts.delete", { confirmation: email })).status).toBe(200)
  })

  test("an unconfirmed account cannot authorize apps", async () => {
    const email = "no-consent@example.in"
    await started(email)
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(await provider.app()))
    const page = await browser.submit({ fill: { email, password: attackersPassword }, press: "sign-in" })
    expect(page.html).not.toContain('id="allow"')
    expect(new URL(page.url).pathname).toBe("/verify-email")
    expect(await provider.rows("SELECT FROM oauth_grant WHERE account_id = $1", [await idOf(email)])).toHaveLength(0)
  })
})
