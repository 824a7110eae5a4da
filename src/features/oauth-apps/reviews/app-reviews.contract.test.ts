import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { AppSearchResult, QueuedApp, ReviewedApp } from "@/features/oauth-apps/reviews/schema"
import { type MailboxMessage, messagesTo } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"

describe("reviewing apps", () => {
  let lane: Lane
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const person = async ({ staff = true, locale = "en" } = {}) => {
    const email = `person-${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email, locale, name: "Asha <b>Jha</b>" })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    const signedIn = staff
      ? signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))
      : client.signIn(email, password)
    expect(await signedIn).toBeNull()
    return { account, client, email }
  }
  const handIn = async (
    owner: string,
    { name = `App ${uuidv7()}`, status = "in_review", minutesAgo = 0, number = 1, app = uuidv7() } = {},
  ) => {
    const version = uuidv7()
    const clientId = `haat_client_${app.replaceAll("-", "").slice(-24)}`
    await lane.marketplace.rows(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, 'public') ON CONFLICT DO NOTHING",
      [app, clientId, owner],
    )
    const submittedAt = new Date(Date.now() - minutesAgo * 60_000)
    await lane.marketplace.rows(
      `INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, required_scopes, scope_reasons, homepage_url, submitted_at)
       VALUES ($1, $2, $3, $4, $5, '{https://app.example/callback}', '{openid}', '{"openid": "Sign-in."}', 'https://app.example', $6)`,
      [version, app, number, status, name, submittedAt],
    )
    return { app, version, clientId, name, submitted_at: submittedAt.toISOString() }
  }
  type Handed = Awaited<ReturnType<typeof handIn>>
  const decide = (
    client: PortalClient,
    { version, submitted_at }: Pick<Handed, "version" | "submitted_at">,
    decision = "approved",
    message = "Fine.",
  ) => client.mutate("appReviews.decide", { version, submitted_at, decision, message })
  const statusOf = async (version: string): Promise<string | undefined> =>
    (
      await lane.marketplace.rows<{ status: string }>("SELECT status FROM oauth_app_version WHERE id = $1", [version])
    )[0]?.status
  const mailTo = async (email: string): Promise<MailboxMessage> => {
    const find = () => messagesTo(lane.marketplace, email)
    await expect.poll(async () => (await find()).length, { timeout: 15_000 }).toBeGreaterThan(0)
    return (await find()).at(-1) as MailboxMessage
  }

  test("the queue is sorted oldest first, and marks updates and the reviewer's own apps", async () => {
    const { account: owner } = await person({ staff: false })
    const { account, client } = await person()
    const late = await handIn(owner, { minutesAgo: 100_000 })
    const early = await handIn(account, { minutesAgo: 200_000, number: 2 })
    await handIn(account, { app: early.app, status: "approved" })
    await handIn(owner, { status: "draft" })
    const { data, meta } = (await client.query<{ data: QueuedApp[]; meta: { total: number } }>("appReviews.queue", {}))
      .data
    expect(data.slice(0, 2).map(({ client_id, own, update }) => [client_id, own, update])).toEqual([
      [early.clientId, true, true],
      [late.clientId, false, false],
    ])
    expect((await client.query<{ waiting: number }>("appReviews.waiting")).data.waiting).toBe(meta.total)
    const page = async (number: number) =>
      (await client.query<{ data: QueuedApp[] }>("appReviews.queue", { page: number, per_page: 1 })).data.data.map(
        ({ client_id }) => client_id,
      )
    expect([await page(1), await page(2)]).toEqual([[early.clientId], [late.clientId]])
  })

  test.each([
    ["approved", "hi", "आपके ऐप को स्वीकृति मिली"],
    ["changes_requested", "mai", "अहाँक ऐपमे बदलाव चाही"],
  ])("%s is stored, audited, and emailed with its message in %s", async (decision, locale, subject) => {
    const { account, email } = await person({ staff: false, locale })
    const { account: reviewer, client } = await person()
    const handed = await handIn(account, { name: "Ledger <i>" })
    const message = "Rename {it}, and say <why>.\nThen again."
    expect((await decide(client, handed, decision, message)).status).toBe(200)
    expect(await statusOf(handed.version)).toBe(decision)
    const { data } = (await client.query<{ data: ReviewedApp }>("appReviews.get", { client_id: handed.clientId })).data
    expect(data.reviews).toMatchObject([{ decision, message, version: 1 }])
    const [entry] = await lane.marketplace.rows("SELECT actor_id, action FROM audit_entry WHERE subject = $1", [
      handed.app,
    ])
    expect(entry).toEqual({ actor_id: reviewer, action: `oauth_app.${decision}` })
    const mail = await mailTo(email)
    expect(mail).toMatchObject({ locale, subject })
    expect(mail.text).toContain(message)
    expect(mail.text).toContain(`/apps/${handed.clientId}`)
    expect(mail.html).not.toMatch(/<i>|<why>|<b>/)
  })

  test("reviewers cannot review their own app", async () => {
    const { account, client } = await person()
    const handed = await handIn(account)
    expect((await decide(client, handed)).problem).toBe("invalid_state")
    expect(await statusOf(handed.version)).toBe("in_review")
    const live = await handIn(account, { status: "approved" })
    expect((await client.mutate("appReviews.suspend", { client_id: live.clientId, message: "x" })).problem).toBe(
      "invalid_state",
    )
  })

  test("of ten concurrent reviewers one decides, and the developer gets one email", async () => {
    const { account, email } = await person({ staff: false })
    const reviewers = await Promise.all(Array.from({ length: 2 }, () => person()))
    const handed = await handIn(account)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        decide(
          (reviewers[i % 2] as (typeof reviewers)[number]).client,
          handed,
          i % 2 ? "approved" : "changes_requested",
        ),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ problem }) => problem === "invalid_state")).toHaveLength(9)
    expect(
      await lane.marketplace.rows("SELECT FROM oauth_app_review WHERE version_id = $1", [handed.version]),
    ).toHaveLength(1)
    await mailTo(email)
    expect(await lane.marketplace.rows('SELECT FROM mailbox_message WHERE "to" = $1', [email])).toHaveLength(1)
  })

  test("a version withdrawn, decided or resubmitted meanwhile cannot be decided", async () => {
    const { account } = await person({ staff: false })
    const { client } = await person()
    const handed = await handIn(account)
    expect(
      (await decide(client, { ...handed, submitted_at: new Date(Date.now() - 5_000).toISOString() })).problem,
    ).toBe("invalid_state")
    await lane.marketplace.rows("UPDATE oauth_app_version SET status = 'draft' WHERE id = $1", [handed.version])
    expect((await decide(client, handed)).problem).toBe("not_found")
    expect((await decide(client, { version: uuidv7(), submitted_at: handed.submitted_at })).problem).toBe("not_found")
    expect((await decide(client, handed, "approved", "  ")).details[0]?.param).toBe("message")
    expect((await decide(client, handed, "suspended")).details[0]?.param).toBe("decision")
    expect((await client.query("appReviews.get", { client_id: "haat_client_x" })).problem).toBe("not_found")
  })

  test("an app is suspended and reinstated, each once and with a message", async () => {
    const { account, email } = await person({ staff: false })
    const { client } = await person()
    const { clientId, version, name } = await handIn(account, { status: "approved" })
    const move = (procedure: "suspend" | "reinstate") =>
      client.mutate(`appReviews.${procedure}`, { client_id: clientId, message: `To ${procedure}.` })
    expect((await move("reinstate")).problem).toBe("invalid_state")
    expect((await Promise.all([move("suspend"), move("suspend")])).map(({ status }) => status).sort()).toEqual([
      200, 409,
    ])
    expect((await mailTo(email)).subject).toBe("Your app was suspended")
    const decided = async () =>
      (await client.query<{ data: AppSearchResult[] }>("appReviews.find", { q: name.toUpperCase() })).data.data
    expect((await decided())[0]?.suspended_at).not.toBeNull()
    expect((await move("reinstate")).status).toBe(200)
    expect((await decided())[0]?.suspended_at).toBeNull()
    const reviews = await lane.marketplace.rows(
      "SELECT decision FROM oauth_app_review WHERE version_id = $1 ORDER BY created_at, id",
      [version],
    )
    expect(reviews).toEqual([{ decision: "suspended" }, { decision: "reinstated" }])
    expect((await client.mutate("appReviews.suspend", { client_id: "haat_client_x", message: "x" })).problem).toBe(
      "not_found",
    )
  })

  test.each(["draft", "in_review", "changes_requested"])(
    "an app that is only %s is found by search, shown, and suspended for its testers",
    async (status) => {
      const { account, email } = await person({ staff: false })
      const { client } = await person()
      const { app, clientId, name } = await handIn(account, { status })
      await lane.marketplace.rows("INSERT INTO oauth_app_tester (app_id, email) VALUES ($1, 'tester@example.in')", [
        app,
      ])
      const find = async (q: string) =>
        (await client.query<{ data: AppSearchResult[] }>("appReviews.find", { q, per_page: 100 })).data.data.filter(
          ({ client_id }) => client_id === clientId,
        )
      for (const q of [name, email, clientId])
        expect(await find(q)).toMatchObject([{ name, status, suspended_at: null }])
      expect(await find("")).toEqual([])
      const shown = async () =>
        (await client.query<{ data: ReviewedApp }>("appReviews.get", { client_id: clientId })).data.data
      expect(await shown()).toMatchObject({
        live: null,
        testers: 1,
        suspended_at: null,
        ...(status === "draft" ? { draft: { name }, handed_in: null } : { draft: null, handed_in: { name } }),
      })
      expect(
        (await client.mutate("appReviews.suspend", { client_id: clientId, message: "It asks for passwords." })).status,
      ).toBe(200)
      expect((await find(""))[0]?.suspended_at).not.toBeNull()
      expect((await mailTo(email)).text).toContain("It asks for passwords.")
      expect((await shown()).reviews).toMatchObject([{ decision: "suspended", message: "It asks for passwords." }])
      expect((await client.mutate("appReviews.reinstate", { client_id: clientId, message: "Sorry." })).status).toBe(200)
      expect(await find("")).toEqual([])
    },
  )

  test("search results are paged", async () => {
    const { account, email } = await person({ staff: false })
    const { client } = await person()
    for (const name of ["C", "A", "B"]) await handIn(account, { name, status: "approved" })
    const page = async (number: number) =>
      (
        await client.query<{ data: AppSearchResult[]; meta: object }>("appReviews.find", {
          q: email,
          page: number,
          per_page: 2,
        })
      ).data
    expect(await page(1)).toMatchObject({ data: [{ name: "A" }, { name: "B" }], meta: { total: 3, last_page: 2 } })
    expect(await page(2)).toMatchObject({ data: [{ name: "C" }] })
  })

  test("the checks look across accounts", async () => {
    const { account } = await person({ staff: false })
    const { account: other } = await person({ staff: false })
    const { client } = await person()
    await handIn(other, { name: "Kharcha", status: "approved" })
    const handed = await handIn(account, { name: "Khаrcha" })
    const findings = (await client.query<{ data: ReviewedApp }>("appReviews.get", { client_id: handed.clientId })).data
      .data.findings
    expect(findings.map(({ code, subject }) => [code, subject])).toEqual(
      expect.arrayContaining([
        ["name_taken", "Kharcha"],
        ["name_mixed", "Khаrcha"],
      ]),
    )
  })

  test.each([
    ["query", "queue", {}],
    ["query", "find", { q: "" }],
    ["query", "get", { client_id: "x" }],
    [
      "mutate",
      "decide",
      { version: uuidv7(), submitted_at: new Date().toISOString(), decision: "approved", message: "x" },
    ],
    ["mutate", "suspend", { client_id: "x", message: "x" }],
    ["mutate", "reinstate", { client_id: "x", message: "x" }],
  ] as const)("%s %s is for the staff", async (kind, procedure, input) => {
    const { account, client } = await person({ staff: false })
    const handed = await handIn(account)
    const own = {
      ...input,
      ...("version" in input
        ? { version: handed.version, submitted_at: handed.submitted_at }
        : { client_id: handed.clientId }),
    }
    expect((await client[kind](`appReviews.${procedure}`, own)).problem).toBe("not_found")
    expect((await new PortalClient(lane.url)[kind](`appReviews.${procedure}`, own)).problem).toBe(
      "authentication_required",
    )
    expect(await statusOf(handed.version)).toBe("in_review")
  })

  test("other accounts have no access to the queue", async () => {
    const { client } = await person({ staff: false })
    expect((await client.query<{ waiting: number | null }>("appReviews.waiting")).data.waiting).toBeNull()
    expect((await new PortalClient(lane.url).query("appReviews.waiting")).problem).toBe("authentication_required")
  })
})
