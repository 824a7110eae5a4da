import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"

describe("failed sign-ins", () => {
  let provider: OauthProvider
  let places = 0

  beforeAll(async () => {
    provider = await OauthProvider.open("fast")
  })
  afterAll(() => provider.close())

  const portalClient = (place = ++places): PortalClient =>
    new PortalClient(provider.url, `198.51.${105 + Math.floor(place / 250)}.${(place % 250) + 1}`)
  const wrong = (client: PortalClient, email: string): Promise<string | null> =>
    client.signIn(email, "not the password at all")
  /** A browser with a device cookie that the server did not issue. */
  const madeUpDevice = (place: number): PortalClient => portalClient(place).withCookie("haat-device", "A".repeat(43))
  /** A process caches a refusal for a second, then asks the database again. */
  const refusalsForgotten = () => new Promise((resolve) => setTimeout(resolve, 1_100))
  /** Sends wrong passwords from many networks, until the email address accepts no more from unknown devices. */
  const attackFromEverywhere = async (email: string): Promise<void> => {
    for (let place = 0; place < 10; place++) {
      const attacker = portalClient()
      for (let guess = 0; guess < 10; guess++) expect(await wrong(attacker, email)).toBe("CredentialsSignin")
    }
    expect(await wrong(portalClient(), email)).toMatch(/^throttled:\d+$/)
  }
  const mails = (to: string, subject: string) => mailboxMessages(provider, '"to" = $1 AND subject = $2', [to, subject])

  test("a hundred successful sign-ins from one network all pass", async () => {
    const [person, network] = [await provider.person(), ++places]
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => portalClient(network).signIn(person.email, PASSWORD)),
      )
      expect(outcomes).toEqual(Array(10).fill(null))
    }
  })

  test("successful sign-ins do not reset the limit that failed ones used", async () => {
    const person = await provider.person()
    const client = portalClient()
    for (let guess = 0; guess < 9; guess++) {
      expect(await wrong(new PortalClient(provider.url, `198.51.120.1`), person.email)).toBe("CredentialsSignin")
    }
    expect(await new PortalClient(provider.url, "198.51.120.1").signIn(person.email, PASSWORD)).toBeNull()
    expect(await wrong(new PortalClient(provider.url, "198.51.120.1"), person.email)).toBe("CredentialsSignin")
    expect(await new PortalClient(provider.url, "198.51.120.1").signIn(person.email, PASSWORD)).toMatch(
      /^throttled:\d+$/,
    )
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
  })

  test("of fifty concurrent guesses only as many are verified as the limit allows", async () => {
    const [person, network] = [await provider.person(), ++places]
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => wrong(portalClient(network), person.email)))
    expect(outcomes.filter((outcome) => outcome === "CredentialsSignin")).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome?.startsWith("throttled:"))).toHaveLength(40)
    for (let round = 0; round < 2; round++) {
      await refusalsForgotten()
      const more = await Promise.all(Array.from({ length: 50 }, () => wrong(madeUpDevice(network), person.email)))
      expect(more.filter((outcome) => !outcome?.startsWith("throttled:"))).toEqual([])
    }
  })

  test("others cannot lock out an account on another network or a known device", async () => {
    const person = await provider.person()
    const known = portalClient()
    expect(await known.signIn(person.email, PASSWORD)).toBeNull()
    await known.signOut()
    const attacker = portalClient()
    for (let guess = 0; guess < 12; guess++) await wrong(attacker, person.email)
    expect(await attacker.signIn(person.email, PASSWORD)).toMatch(/^throttled:\d+$/)
    expect(await portalClient().signIn(person.email, PASSWORD)).toBeNull()
    const another = await provider.person()
    const device = portalClient()
    expect(await device.signIn(another.email, PASSWORD)).toBeNull()
    await device.signOut()
    await attackFromEverywhere(another.email)
    expect(await portalClient().signIn(another.email, PASSWORD)).toMatch(/^throttled:\d+$/)
    expect(await device.signIn(another.email, PASSWORD)).toBeNull()
    await expect
      .poll(async () => (await mails(another.email, "Someone is trying to sign in to your account")).length, {
        timeout: 15_000,
      })
      .toBe(1)
    // A password reset by email works even when strangers have used up the limit.
    const lost = portalClient()
    expect((await lost.mutate("accounts.requestPasswordReset", { email: another.email })).status).toBe(200)
    await expect
      .poll(async () => (await mails(another.email, "Reset your password")).length, { timeout: 15_000 })
      .toBe(1)
    const token =
      /token=([A-Za-z0-9_-]{43})/.exec((await mails(another.email, "Reset your password"))[0]?.text ?? "")?.[1] ?? ""
    expect((await lost.mutate("accounts.resetPassword", { token, password: "machaan tilkor paag" })).status).toBe(200)
    expect(await lost.signIn(another.email, "machaan tilkor paag")).toBeNull()
    expect(await device.signIn(another.email, "machaan tilkor paag")).toMatch(/^throttled:\d+$/)
  })

  test("a known device has its own limit, for its account only", async () => {
    const [person, other] = [await provider.person(), await provider.person()]
    const device = portalClient()
    expect(await device.signIn(person.email, PASSWORD)).toBeNull()
    await device.signOut()
    for (let guess = 0; guess < 10; guess++) expect(await wrong(device, person.email)).toBe("CredentialsSignin")
    expect(await device.signIn(person.email, PASSWORD)).toMatch(/^throttled:\d+$/)
    await attackFromEverywhere(other.email)
    expect(await device.signIn(other.email, PASSWORD)).toMatch(/^throttled:\d+$/)
  })

  test("signing out everywhere forgets the devices", async () => {
    const person = await provider.person()
    const [here, there] = [portalClient(), portalClient()]
    expect(await here.signIn(person.email, PASSWORD)).toBeNull()
    expect(await there.signIn(person.email, PASSWORD)).toBeNull()
    expect((await here.mutate("sessions.revokeOthers")).status).toBe(200)
    await attackFromEverywhere(person.email)
    expect(await there.signIn(person.email, PASSWORD)).toMatch(/^throttled:\d+$/)
    await here.signOut()
    expect(await here.signIn(person.email, PASSWORD)).toBeNull()
  })

  test("an email address without an account is limited like any other, without revealing it", async () => {
    const email = "nobody-here@example.in"
    await attackFromEverywhere(email)
    expect(await mails(email, "Someone is trying to sign in to your account")).toHaveLength(0)
  })

  test("successful reauthentication does not count against the limit", async () => {
    const person = await provider.person()
    const client = portalClient()
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    for (let i = 0; i < 12; i++)
      expect((await client.mutate("security.prove", { proof: { password: PASSWORD } })).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => client.mutate("security.prove", { proof: { password: "not the password" } })),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20)
    for (let round = 0; round < 2; round++) {
      await refusalsForgotten()
      for (let guess = 0; guess < 30; guess++)
        expect((await client.mutate("security.prove", { proof: { password: "not the password" } })).status).toBe(429)
    }
  })

  test("successful sign-ins to one account are limited, because each creates a session", async () => {
    const person = await provider.person()
    expect(await portalClient().signIn(person.email, PASSWORD)).toBeNull()
    await provider.rows("UPDATE rate_limit SET requests = 300 WHERE subject = $1", [`sign-in:right:${person.id}`])
    expect(await portalClient().signIn(person.email, PASSWORD)).toMatch(/^throttled:\d+$/)
    expect(await provider.rows("SELECT FROM session WHERE account_id = $1", [person.id])).toHaveLength(1)
  })

  test("further requests for reset links invalidate the oldest link, and never block the owner's request", async () => {
    const person = await provider.person()
    const links = async (count: number): Promise<string[]> => {
      await expect
        .poll(async () => (await mails(person.email, "Reset your password")).length, { timeout: 15_000 })
        .toBe(count)
      return (await mails(person.email, "Reset your password")).map(
        ({ text }) => /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "",
      )
    }
    for (let i = 0; i < 4; i++) {
      expect((await portalClient().mutate("accounts.requestPasswordReset", { email: person.email })).status).toBe(200)
      await links(i + 1)
    }
    const [oldest] = await links(4)
    expect(
      (await portalClient().mutate("accounts.resetPassword", { token: oldest, password: "machaan tilkor paag" }))
        .problem,
    ).toBe("not_found")
    const own = portalClient()
    expect((await own.mutate("accounts.requestPasswordReset", { email: person.email })).status).toBe(200)
    expect(
      (await own.mutate("accounts.resetPassword", { token: (await links(5)).at(-1), password: "machaan tilkor paag" }))
        .status,
    ).toBe(200)
  })

  test("unknown passkeys count against the network that sends them", async () => {
    const network = ++places
    const response = {
      id: "unknown",
      rawId: "unknown",
      type: "public-key",
      response: { clientDataJSON: "", authenticatorData: "", signature: "" },
      clientExtensionResults: {},
    }
    const outcomes = []
    for (let i = 0; i < 61; i++)
      outcomes.push(await portalClient(network).signInWith({ passkey: JSON.stringify(response) }))
    expect(outcomes.slice(0, 60)).toEqual(Array(60).fill("CredentialsSignin"))
    expect(outcomes[60]).toMatch(/^throttled:\d+$/)
    expect(await portalClient().signInWith({ passkey: JSON.stringify(response) })).toBe("CredentialsSignin")
  })

  test("a browser stays known for its other accounts when one of them changes its password or signs out everywhere", async () => {
    const [one, other] = [await provider.person(), await provider.person()]
    const browser = portalClient()
    for (const [person, procedure, input] of [
      [one, "sessions.revokeOthers", {}],
      [one, "accounts.revokeAccess", {}],
      [one, "accounts.changePassword", { current: PASSWORD, password: "machaan tilkor paag" }],
    ] as const) {
      expect(await browser.signIn(other.email, PASSWORD)).toBeNull()
      expect(await browser.signIn(person.email, PASSWORD)).toBeNull()
      expect((await browser.mutate(procedure, input)).status).toBe(200)
      await browser.signOut()
      expect(await browser.signIn(other.email, PASSWORD)).toBeNull()
    }
    expect(await provider.rows("SELECT FROM known_device WHERE account_id = $1", [other.id])).toHaveLength(1)
  })

  test("strangers cannot use up a person's email limit, nor flood their mailbox", async () => {
    const person = await provider.person()
    for (let i = 0; i < 12; i++)
      expect((await portalClient().mutate("accounts.requestPasswordReset", { email: person.email })).status).toBe(200)
    const network = ++places
    const own = []
    for (let i = 0; i < 6; i++)
      own.push((await portalClient(network).mutate("accounts.requestPasswordReset", { email: person.email })).status)
    expect(own).toEqual([200, 200, 200, 200, 200, 429])
    await expect
      .poll(
        async () => provider.rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'mail_password_reset'"),
        { timeout: 15_000 },
      )
      .toHaveLength(0)
    await expect
      .poll(async () => (await mails(person.email, "Reset your password")).length, { timeout: 15_000 })
      .toBe(12)
  })

  test("signing up with an existing email address sends its owner a limited number of emails a day", async () => {
    const person = await provider.person()
    for (let i = 0; i < 8; i++)
      expect(
        (
          await portalClient().mutate("accounts.signUp", {
            name: "Stranger",
            email: person.email,
            password: "paag machaan tilkor",
            locale: "en",
          })
        ).status,
      ).toBe(200)
    await expect
      .poll(async () => provider.rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'"), {
        timeout: 15_000,
      })
      .toHaveLength(0)
    expect(await provider.rows('SELECT FROM mailbox_message WHERE "to" = $1', [person.email])).toHaveLength(3)
  })

  test("a flood of invalid reset links blocks no sign-in, and is limited by network", async () => {
    const person = await provider.person()
    const flood = { done: false, limited: 0, hashed: 0 }
    const attacker = new PortalClient(provider.url, "198.51.121.1")
    const attack = Promise.all(
      Array.from({ length: 150 }, async () => {
        for (let request = 0; request < 30 && !flood.done; request++) {
          const { status } = await attacker.mutate("accounts.resetPassword", {
            token: "A".repeat(43),
            password: "x".repeat(200),
          })
          if (status === 429) flood.limited++
          else if (status === 503) flood.hashed++
        }
      }),
    )
    try {
      for (let i = 0; i < 10; i++) expect(await portalClient().signIn(person.email, PASSWORD)).toBeNull()
    } finally {
      flood.done = true
      await attack
    }
    expect(flood.limited).toBeGreaterThan(0)
    expect(flood.hashed).toBe(0)
  })
})
