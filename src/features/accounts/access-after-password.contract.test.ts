import { generate } from "otplib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD, type TestPerson } from "@/testing/fixtures/oauth-provider"

describe("after the password has changed", () => {
  let provider: OauthProvider
  let places = 0
  const another = "jhijhia paag machaan"

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const portalClient = (): PortalClient => new PortalClient(provider.url, `198.51.123.${++places}`)
  const signedIn = async (person: TestPerson): Promise<PortalClient> => {
    const client = portalClient()
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    return client
  }
  const statusWith = async (token: string): Promise<[number, number]> => [
    (await fetch(`${provider.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status,
    (await provider.lane.request("/v1/me", { key: token })).status,
  ]
  const reset = async (person: TestPerson): Promise<void> => {
    await portalClient().mutate("accounts.requestPasswordReset", { email: person.email })
    const mails = () => mailboxMessages(provider, `"to" = $1 AND subject = 'Reset your password'`, [person.email])
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1)
    const token = /token=([A-Za-z0-9_-]{43})/.exec((await mails())[0]?.text ?? "")?.[1] ?? ""
    expect((await portalClient().mutate("accounts.resetPassword", { token, password: another })).status).toBe(200)
  }

  test.each(["change", "reset"])(
    "by a %s, access tokens end with their sessions, and API keys stay until they are revoked",
    async (how) => {
      const [person, app] = [await provider.person(), await provider.app({ required: ["openid", "profile.read"] })]
      const { access_token: token, refresh_token: refresh } = await provider.obtainTokens(
        provider.browser(),
        person,
        app,
        {
          scope: "openid profile.read",
        },
      )
      const key = await provider.lane.marketplace.key(person.id)
      expect(await statusWith(token)).toEqual([200, 200])
      const client = await signedIn(person)
      if (how === "change")
        expect((await client.mutate("accounts.changePassword", { current: PASSWORD, password: another })).status).toBe(
          200,
        )
      else await reset(person)
      await expect.poll(() => statusWith(token), { timeout: 5_000 }).toEqual([401, 401])
      expect((await provider.refresh(app, refresh)).json.error).toBe("invalid_grant")
      const here = how === "change" ? client : portalClient()
      if (how === "reset") expect(await here.signIn(person.email, another)).toBeNull()
      expect((await provider.lane.request("/v1/me", { key })).status).toBe(200)
      expect((await here.query<{ data: unknown }>("accounts.access")).data.data).toEqual({ keys: 1, apps: 1 })
      const elsewhere = portalClient()
      expect(await elsewhere.signIn(person.email, another)).toBeNull()
      expect((await here.mutate("accounts.revokeAccess")).status).toBe(200)
      await expect
        .poll(async () => (await provider.lane.request("/v1/me", { key })).status, { timeout: 5_000 })
        .toBe(401)
      expect((await here.query<{ data: unknown }>("accounts.access")).data.data).toEqual({ keys: 0, apps: 0 })
      expect([(await here.query("me.get")).status, (await elsewhere.query("me.get")).status]).toEqual([200, 401])
    },
  )

  test("with a second factor, the password alone neither reauthenticates nor removes the factor", async () => {
    const person = await provider.person()
    const client = await signedIn(person)
    const { data } = await client.mutate<{ data: { secret: string } }>("security.beginTotp")
    const { data: made } = await client.mutate<{ recovery_codes: string[] }>("security.confirmTotp", {
      code: await generate({ secret: data.data.secret }),
    })
    const age = () =>
      provider.rows("UPDATE session SET proved_at = now() - interval '1 hour' WHERE account_id = $1", [person.id])
    await age()
    expect((await client.mutate("security.removeTotp")).problem).toBe("reauthentication_required")
    expect((await client.mutate("security.prove", { proof: { password: PASSWORD } })).details[0]).toMatchObject({
      param: "password",
      code: "second_factor_required",
    })
    expect((await client.mutate("accounts.changePassword", { current: PASSWORD, password: another })).status).toBe(200)
    for (const procedure of ["security.removeTotp", "security.renewCodes", "security.beginPasskey"])
      expect([procedure, (await client.mutate(procedure)).problem]).toEqual([procedure, "reauthentication_required"])
    expect((await client.mutate("security.prove", { proof: { code: made.recovery_codes[0] ?? "" } })).status).toBe(200)
    expect((await client.mutate("security.removeTotp")).status).toBe(200)
    await age()
    expect((await client.mutate("security.prove", { proof: { password: another } })).status).toBe(200)
  })
})
