import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("passwords", () => {
  let lane: Lane
  const password = "a long password"
  const another = "kamal kachnar palash"
  let places = 0

  beforeAll(async () => {
    lane = await Lane.lease("fast", { TRUST_PROXY: "1" })
  })
  afterAll(() => lane.close())

  const portalClient = (): PortalClient => new PortalClient(lane.url, `198.51.101.${++places}`)
  const account = async (email: string, locale = "mai"): Promise<PortalClient> => {
    const client = portalClient()
    await client.mutate("accounts.signUp", { name: "Asha", email, password, locale })
    await lane.marketplace.rows("UPDATE account SET email_verified_at = now() WHERE email = $1", [email])
    expect(await client.signIn(email, password)).toBeNull()
    return client
  }
  const works = async (client: PortalClient): Promise<boolean> => (await client.query("me.get")).status === 200
  const mails = (email: string, subject: string) =>
    mailboxMessages(lane.marketplace, '"to" = $1 AND subject = $2', [email, subject])
  const resetToken = async (email: string, count = 1): Promise<string> => {
    const subject = "अपन पासवर्ड रीसेट करू"
    await expect.poll(async () => (await mails(email, subject)).length, { timeout: 15_000 }).toBe(count)
    return /token=([A-Za-z0-9_-]{43})/.exec((await mails(email, subject)).at(-1)?.text ?? "")?.[1] ?? ""
  }
  const audited = async (email: string): Promise<string[]> =>
    (
      await lane.marketplace.rows<{ action: string }>(
        "SELECT action FROM audit_entry e JOIN account a ON a.id = e.actor_id WHERE a.email = $1 ORDER BY e.created_at",
        [email],
      )
    ).map(({ action }) => action)

  const isLinkValid = async (token: string): Promise<boolean> =>
    (await portalClient().query<{ valid: boolean }>("accounts.getPasswordResetLink", { token })).data.valid

  test("a password is reset by a link that works once and ends every session", async () => {
    const client = await account("forgot@example.in")
    expect(
      (await portalClient().mutate("accounts.requestPasswordReset", { email: " Forgot@Example.in " })).status,
    ).toBe(200)
    const token = await resetToken("forgot@example.in")
    expect([await isLinkValid(token), await isLinkValid("x"), await isLinkValid(token.toUpperCase())]).toEqual([
      true,
      false,
      false,
    ])
    expect(
      (await portalClient().mutate("accounts.resetPassword", { token, password: "short" })).details[0]?.param,
    ).toBe("password")
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        portalClient().mutate("accounts.resetPassword", { token, password: `${another} ${i}` }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ problem }) => problem === "not_found")).toHaveLength(7)
    expect(await isLinkValid(token)).toBe(false)
    expect(await works(client)).toBe(false)
    const winner = `${another} ${responses.findIndex(({ status }) => status === 200)}`
    expect(await portalClient().signIn("forgot@example.in", password)).toBe("CredentialsSignin")
    expect(await portalClient().signIn("forgot@example.in", winner)).toBeNull()
    await expect
      .poll(async () => (await mails("forgot@example.in", "अहाँक पासवर्ड बदलि गेल अछि")).length, { timeout: 15_000 })
      .toBe(1)
    expect(await audited("forgot@example.in")).toEqual(["account.password_reset"])
  })

  test("the link returns to the page that requested it, and to no other site", async () => {
    const app = "/oauth/consent?interaction=01a201e8-ce26-774b-9c07-366103f321ab"
    for (const [i, [back, stored]] of (
      [
        [app, app],
        ["//evil.example", null],
        ["https://evil.example", null],
        ["/products?q=visit+evil.example", null],
      ] as const
    ).entries()) {
      const email = `back-${i}@example.in`
      await account(email, "en")
      expect((await portalClient().mutate("accounts.requestPasswordReset", { email, back })).status).toBe(200)
      await expect.poll(async () => (await mails(email, "Reset your password")).length, { timeout: 15_000 }).toBe(1)
      const link = /https?:\/\/\S+/.exec((await mails(email, "Reset your password"))[0]?.text ?? "")?.[0] ?? ""
      expect([new URL(link).pathname, new URL(link).searchParams.get("return")]).toEqual(["/reset-password", stored])
    }
  })

  test("an unknown email address gets the same response and no email", async () => {
    await account("known@example.in")
    const [known, unknown] = [
      await portalClient().mutate("accounts.requestPasswordReset", { email: "known@example.in" }),
      await portalClient().mutate("accounts.requestPasswordReset", { email: "unknown@example.in" }),
    ]
    expect(unknown).toEqual(known)
    await resetToken("known@example.in")
    expect(await lane.marketplace.rows(`SELECT FROM mailbox_message WHERE "to" = 'unknown@example.in'`)).toHaveLength(0)
  })

  test("a link is invalid after its expiry, a password change, and an email address change", async () => {
    const client = await account("stale@example.in")
    const send = () => portalClient().mutate("accounts.requestPasswordReset", { email: "stale@example.in" })
    await send()
    const expired = await resetToken("stale@example.in")
    await lane.marketplace.rows(
      "UPDATE email_token SET expires_at = now() WHERE purpose = 'reset_password' AND email = 'stale@example.in'",
    )
    expect(await isLinkValid(expired)).toBe(false)
    expect((await portalClient().mutate("accounts.resetPassword", { token: expired, password: another })).problem).toBe(
      "not_found",
    )
    await send()
    const overtaken = await resetToken("stale@example.in", 2)
    expect((await client.mutate("accounts.changePassword", { current: password, password: another })).status).toBe(200)
    expect((await portalClient().mutate("accounts.resetPassword", { token: overtaken, password })).problem).toBe(
      "not_found",
    )
    await send()
    const moved = await resetToken("stale@example.in", 3)
    await lane.marketplace.rows("UPDATE account SET email = 'moved@example.in' WHERE email = 'stale@example.in'")
    expect((await portalClient().mutate("accounts.resetPassword", { token: moved, password })).problem).toBe(
      "not_found",
    )
    for (const odd of ["", "x", "a".repeat(43), "\u0000"])
      expect((await portalClient().mutate("accounts.resetPassword", { token: odd, password })).problem).toBe(
        "not_found",
      )
  })

  test("requests for links are limited per address and network", async () => {
    const responses = []
    const here = portalClient()
    for (let i = 0; i < 6; i++)
      responses.push(await here.mutate("accounts.requestPasswordReset", { email: "often@example.in" }))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(responses[5]?.retryAfter).toBeGreaterThan(0)
  })

  test("changing the password requires the current one, and ends the other sessions", async () => {
    const [here, there] = [await account("change@example.in"), portalClient()]
    expect(await there.signIn("change@example.in", password)).toBeNull()
    expect(
      (await here.mutate("accounts.changePassword", { current: "not the password", password: another })).details[0],
    ).toMatchObject({ param: "current", code: "wrong" })
    expect((await here.mutate("accounts.changePassword", { current: password, password })).details[0]).toMatchObject({
      param: "password",
      code: "same",
    })
    expect(
      (await portalClient().mutate("accounts.changePassword", { current: password, password: another })).problem,
    ).toBe("authentication_required")
    const responses = await Promise.all(
      [1, 2, 3].map((i) => here.mutate("accounts.changePassword", { current: password, password: `${another} ${i}` })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await works(here), await works(there)]).toEqual([true, false])
    await expect
      .poll(async () => (await mails("change@example.in", "अहाँक पासवर्ड बदलि गेल अछि")).length, { timeout: 15_000 })
      .toBe(1)
    expect(await audited("change@example.in")).toEqual(["account.password_changed"])
  })
})
