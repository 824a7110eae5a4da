import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { createFirstStaffLink } from "@/commands/first-staff"
import { readSettings } from "@/commands/settings.mjs"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("the first staff account", () => {
  let lane: Lane
  const password = "kamal kachnar palash"

  beforeAll(async () => {
    lane = await Lane.open("fast", { HAAT_DEMO: "0" })
  })
  afterAll(() => lane.close())
  afterEach(async () => {
    await lane.marketplace.rows("UPDATE account SET roles = '{}'")
    await lane.marketplace.rows("DELETE FROM rate_limit")
  })

  /** Creates a link as `npm start` does. @returns its token */
  const newLink = async (): Promise<string | null> => {
    const settings = readSettings({
      NODE_ENV: "test",
      DATABASE_URL: lane.databaseUrl,
      APP_URL: "https://haat.example",
      SMTP_URL: "smtp://mail.example",
    })
    const url = await createFirstStaffLink(settings, lane.databaseUrl)
    return url === null
      ? null
      : (/^https:\/\/haat\.example\/first-staff\?token=([A-Za-z0-9_-]{43})$/.exec(url)?.[1] ?? "")
  }
  const create = (token: string | null, email: string, client = new PortalClient(lane.url)) =>
    client.mutate("accounts.createFirstStaff", { token: token ?? "", name: "Asha Jha", email, password, locale: "mai" })
  const staff = () => lane.marketplace.rows<{ email: string }>("SELECT email FROM account WHERE 'staff' = ANY (roles)")

  test("is created by the link, with a confirmed email address and an audit entry, and can sign in", async () => {
    const token = await newLink()
    expect((await create(token, "operator@example.in")).status).toBe(200)
    const [account] = await lane.marketplace.rows<{ id: string; locale: string; confirmed: boolean; roles: string[] }>(
      "SELECT id, locale, email_verified_at IS NOT NULL AS confirmed, roles FROM account WHERE email = 'operator@example.in'",
    )
    expect(account).toMatchObject({ locale: "mai", confirmed: true, roles: ["staff"] })
    expect(await lane.marketplace.rows("SELECT action FROM audit_entry WHERE subject = $1", [account?.id])).toEqual([
      { action: "account.first_staff_created" },
    ])
    const operator = new PortalClient(lane.url)
    expect(await operator.signIn("operator@example.in", password)).toBeNull()
    expect((await operator.query<{ data: { roles: string[] } }>("me.get")).problem).toBeUndefined()
    expect(await newLink()).toBeNull()
  })

  test("is created once by 20 concurrent requests", async () => {
    const token = await newLink()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(token, `one-of-20-${index}@example.in`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(responses.flatMap(({ problem }) => problem ?? []))).toEqual(new Set(["not_found"]))
    expect(await staff()).toHaveLength(1)
  })

  test("is not created by an unknown, used, expired or replaced link, nor if there is a staff account", async () => {
    const earlier = await newLink()
    const latest = await newLink()
    for (const token of [null, "A".repeat(43), "' OR true --", "\0", earlier])
      expect((await create(token, "nobody@example.in")).problem).toBe("not_found")
    await lane.marketplace.rows("UPDATE first_staff_link SET expires_at = now()")
    expect((await create(latest, "nobody@example.in")).problem).toBe("not_found")

    const used = await newLink()
    expect((await create(used, "first@example.in")).status).toBe(200)
    await lane.marketplace.rows("UPDATE account SET roles = '{}'")
    expect((await create(used, "second@example.in")).problem).toBe("not_found")

    const late = await newLink()
    await lane.marketplace.rows("UPDATE account SET roles = '{staff}' WHERE email = 'first@example.in'")
    expect((await create(late, "second@example.in")).problem).toBe("not_found")
    expect(await staff()).toEqual([{ email: "first@example.in" }])
  })

  test("is never an existing account, and the link then still works", async () => {
    await new PortalClient(lane.url).mutate("accounts.signUp", {
      name: "Mallory",
      email: "taken@example.in",
      password,
      locale: "en",
    })
    const token = await newLink()
    expect((await create(token, "Taken@example.in")).details).toEqual([
      expect.objectContaining({ param: "email", code: "taken" }),
    ])
    expect(await staff()).toEqual([])
    expect((await create(token, "free@example.in")).status).toBe(200)
  })

  test("stores only a hash of the link", async () => {
    const token = (await newLink()) ?? ""
    expect(token).toHaveLength(43)
    const [row] = await lane.marketplace.rows<{ text: string }>(
      "SELECT l::text || encode(hash, 'escape') AS text FROM first_staff_link l",
    )
    expect(row?.text).not.toContain(token)
  })
})
