import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { AuditEntry } from "@/features/audit-log/schema"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"

interface Written {
  actor?: string | null
  action: string
  subject?: string
  requestId?: string
  data?: object
}

describe("the audit log", () => {
  let lane: Lane
  let client: PortalClient
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast")
    const email = "staff@example.in"
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    client = new PortalClient(lane.url)
    expect(await signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))).toBeNull()
  })
  afterAll(() => lane.close())

  const write = async ({
    actor = null,
    action,
    subject = uuidv7(),
    requestId = uuidv7(),
    data = { left: 3 },
  }: Written) => {
    const id = uuidv7()
    await lane.marketplace.rows(
      `INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data, ip, request_id) VALUES ($1, $2, 'session', $3, $4, $5, '198.51.100.7', $6)`,
      [id, actor, action, subject, data, requestId],
    )
    return id
  }
  const list = async (filters: { actor?: string; action?: string; subject?: string; after?: string }) =>
    (await client.query<{ data: AuditEntry[]; next: string | null }>("auditLog.list", filters)).data
  const found = async (filters: Parameters<typeof list>[0]) => (await list(filters)).data.map(({ id }) => id)

  test("is searched by actor, by email address or id, newest first", async () => {
    const email = `actor-${uuidv7()}@example.in`
    const actor = await lane.marketplace.account({ email })
    const [first, second] = [
      await write({ actor, action: "api_key.created" }),
      await write({ actor, action: "api_key.revoked" }),
    ]
    await write({ action: "api_key.created" })
    for (const given of [email, ` ${email.toUpperCase()} `, `acc_${actor}`])
      expect(await found({ actor: given })).toEqual([second, first])
    expect(await found({ actor: "nobody@example.in" })).toEqual([])
    expect((await list({ actor: email })).data[1]).toMatchObject({
      action: "api_key.created",
      actor: { kind: "session", id: `acc_${actor}`, email },
      data: { left: 3 },
      ip: "198.51.100.7",
    })
  })

  test("is searched by the action or its noun, literally", async () => {
    const noun = `noun_${uuidv7().slice(0, 8)}`
    const done = await write({ action: `${noun}.created` })
    await write({ action: `${noun}s.created` })
    await write({ action: `${noun.replace("_", "x")}.created` })
    expect(await found({ action: noun })).toEqual([done])
    expect(await found({ action: `${noun}.created` })).toEqual([done])
    expect(await found({ action: "%" })).toEqual([])
  })

  test("is searched by subject: a row's public or database id, or a request id", async () => {
    const subject = uuidv7()
    const requestId = uuidv7()
    const id = await write({ action: "api_key.rolled", subject, requestId })
    for (const given of [subject, `key_${subject}`, requestId]) expect(await found({ subject: given })).toEqual([id])
  })

  test("names its subjects: an account, an app, or what the entry itself says", async () => {
    const action = `named_${uuidv7().slice(0, 8)}`
    const account = await lane.marketplace.account({ email: `subject-${action}@example.in` })
    const app = uuidv7()
    await lane.marketplace.rows(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, 'public')",
      [app, `haat_client_${action}`, account],
    )
    await lane.marketplace.rows(
      `INSERT INTO oauth_app_version (id, app_id, number, status, name) VALUES ($1, $3, 1, 'approved', 'Tyohar'), ($2, $3, 2, 'draft', 'Parv')`,
      [uuidv7(), uuidv7(), app],
    )
    await write({ action, subject: account, data: { name: "not this" } })
    await write({ action, subject: app })
    await write({ action, data: { name: "Phone" } })
    await write({ action, data: { number: "HT-2611-000123", reason: "Lost" } })
    await write({ action, subject: "12", data: { store: "mithila-haat" } })
    await write({ action, subject: "reader", data: { name: { en: "Reader" } } })
    expect((await list({ action })).data.map(({ subject_name: name }) => name).reverse()).toEqual([
      `subject-${action}@example.in`,
      "Tyohar",
      "Phone",
      "HT-2611-000123",
      "mithila-haat",
      null,
    ])
  })

  test("is paged by 50, without gaps", async () => {
    const action = `paged_${uuidv7().slice(0, 8)}`
    const written: string[] = []
    for (let n = 0; n < 51; n++) written.unshift(await write({ action }))
    const first = await list({ action })
    expect(first.data.map(({ id }) => id)).toEqual(written.slice(0, 50))
    expect(await found({ action, after: first.next ?? "" })).toEqual(written.slice(50))
  })
})
