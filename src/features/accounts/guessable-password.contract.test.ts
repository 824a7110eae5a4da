import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"

describe("a new password", () => {
  let provider: OauthProvider
  let places = 0

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const portalClient = (): PortalClient => new PortalClient(provider.url, `198.51.122.${++places}`)
  const common = [
    "1234567890",
    "0987654321",
    "qwertyuiop",
    "Password123!",
    "P@ssw0rd2026",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "passwordpassword",
    "Sunshine2026!!",
    "iloveyou12345",
    "abcdefghijkl",
  ]
  const personal = [
    "anjali.devi@example.in",
    "anjalidevi",
    "Anjali Devi 1",
    "Haat 2026 Anjali",
    "haat-haat-7",
    "localhost1",
    "anjali.devi26",
  ]
  const fine = [
    "kamal kachnar palash",
    "correct horse battery staple",
    "haat is my favourite place",
    "Xq7!vTz2#Lm9",
    "नदी पहाड़ आकाश",
  ]

  test.each([...common.map((password) => [password, "common"]), ...personal.map((password) => [password, "personal"])])(
    "%s is rejected as %s",
    async (password, code) => {
      const response = await portalClient().mutate("accounts.signUp", {
        name: "Anjali Devi",
        email: "anjali.devi@example.in",
        password,
        locale: "en",
      })
      expect([response.status, response.details[0]?.param]).toEqual([422, "password"])
      expect(["common", "personal"]).toContain(response.details[0]?.code)
      expect(response.details[0]?.code).toBe(code)
      expect(await provider.rows("SELECT FROM account WHERE email = 'anjali.devi@example.in'")).toHaveLength(0)
    },
  )

  test.each(fine)("%s is accepted", async (password) => {
    expect(
      (
        await portalClient().mutate("accounts.signUp", {
          name: "Anjali Devi",
          email: `anjali.devi${++places}@example.in`,
          password,
          locale: "en",
        })
      ).status,
    ).toBe(200)
  })

  test("follows the same rules when changed and when reset", async () => {
    const person = await provider.person({ name: "Madhubani Chitrakar" })
    const client = portalClient()
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    const tried = [
      ["1234567890", "common"],
      ["Madhubani Haat 1", "personal"],
    ] as const
    for (const [password, code] of tried)
      expect(
        (await client.mutate("accounts.changePassword", { current: PASSWORD, password })).details[0],
      ).toMatchObject({ param: "password", code })
    await client.mutate("accounts.requestPasswordReset", { email: person.email })
    const mails = () => messagesTo(provider, person.email)
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1)
    const token = /token=([A-Za-z0-9_-]{43})/.exec((await mails())[0]?.text ?? "")?.[1] ?? ""
    for (const [password, code] of tried)
      expect((await portalClient().mutate("accounts.resetPassword", { token, password })).details[0]).toMatchObject({
        param: "password",
        code,
      })
    // A rejected password must not have used up the link.
    expect(
      (await portalClient().mutate("accounts.resetPassword", { token, password: "jhijhia paag machaan" })).status,
    ).toBe(200)
  })
})
