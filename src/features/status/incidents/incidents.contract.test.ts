import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Incident } from "@/features/status/incidents/schema"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff } from "@/testing/fixtures/second-factor"

describe("incidents", () => {
  let lane: Lane
  let client: PortalClient

  beforeAll(async () => {
    lane = await Lane.open("fast")
    const account = await lane.marketplace.account()
    await makeStaff(lane.marketplace, account)
    client = await lane.signedIn(account)
    await lane.marketplace.rows("UPDATE session SET second_factor_at = now(), proved_at = now()")
  })
  afterAll(() => lane.close())

  const open = (input: object = {}) =>
    client.mutate<{ id: string }>("staffIncidents.open", {
      component: "webhooks",
      severity: "major",
      title: { en: "Webhooks are late", hi: "वेबहुक देर से आ रहे हैं" },
      body: { en: "We look into it." },
      ...input,
    })
  const update = (id: string, input: object = {}) =>
    client.mutate("staffIncidents.update", {
      id,
      severity: "major",
      status: "identified",
      body: { en: "A queue is full." },
      ...input,
    })
  const list = async () => (await client.query<{ data: Incident[] }>("staffIncidents.list")).data.data
  const opened = async (input: object = {}): Promise<string> => {
    const { data, problem } = await open(input)
    expect(problem).toBeUndefined()
    return data.id
  }
  const page = async (path: string, locale = "en"): Promise<string> => {
    const response = await fetch(lane.url + path, { headers: { "accept-language": locale } })
    expect(response.status).toBe(200)
    return response.text()
  }

  test("are shown on the status page in the reader's language, from opening to resolution", async () => {
    expect(await page("/status")).toMatch(/No incidents since \d{1,2} \w+ \d{4}, the first day measured\./)
    const id = await opened()
    const [english, hindi, maithili] = await Promise.all(["en", "hi", "mai"].map((locale) => page("/status", locale)))
    expect(english).toContain("An incident is open")
    expect(english).toContain("Webhooks are late")
    expect(english).toContain("Partial outage")
    expect(hindi).toContain("वेबहुक देर से आ रहे हैं")
    expect(maithili).toContain('<span lang="en">Webhooks are late</span>')

    expect((await update(id, { severity: "critical" })).problem).toBeUndefined()
    expect(await page("/status")).toContain("A queue is full.")
    expect(
      (await update(id, { severity: "critical", status: "resolved", body: { en: "All is sent." } })).problem,
    ).toBeUndefined()
    const resolved = await page("/status")
    expect(resolved).not.toContain("An incident is open")
    expect(resolved).toContain("All is sent.")
    expect(await list()).toMatchObject([
      {
        id,
        severity: "critical",
        status: "resolved",
        updates: [{ status: "resolved" }, { status: "identified" }, { status: "investigating" }],
      },
    ])
    const entries = await lane.marketplace.rows<{ action: string }>(
      "SELECT action FROM audit_entry WHERE subject = $1 ORDER BY id",
      [id],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      "status_incident.opened",
      "status_incident.updated",
      "status_incident.resolved",
    ])
  })

  test("end: a resolved one takes no update, and an unknown one does not exist", async () => {
    const id = await opened()
    await update(id, { status: "resolved" })
    expect((await update(id)).problem).toBe("invalid_state")
    expect((await update("00000000-0000-7000-8000-000000000000")).problem).toBe("not_found")
    expect((await list()).find((each) => each.id === id)?.updates).toHaveLength(2)
  })

  test("are corrected, also when resolved, and the audit log keeps what was corrected", async () => {
    const id = await opened({ title: { en: "Webhoks are late" } })
    await update(id, { status: "resolved", body: { en: "Al is sent." } })
    const [last, first] = (await list()).find((each) => each.id === id)?.updates ?? []
    const edit = (input: object = {}) =>
      client.mutate("staffIncidents.edit", {
        ...{ id, component: "api", severity: "minor", title: { en: "Webhooks are late" } },
        updates: [{ id: last?.id, body: { en: "All is sent.", hi: "सब भेज दिया गया।" } }],
        ...input,
      })
    expect((await edit()).problem).toBeUndefined()
    const edited = (await list()).find((each) => each.id === id)
    expect(edited).toMatchObject({
      ...{ component: "api", severity: "minor", status: "resolved", title: { en: "Webhooks are late" } },
      updates: [{ ...last, body: { en: "All is sent.", hi: "सब भेज दिया गया।" } }, { ...first }],
    })
    expect(await page("/status")).toContain("All is sent.")
    const [entry] = await lane.marketplace.rows(
      "SELECT data FROM audit_entry WHERE subject = $1 AND action = 'status_incident.edited'",
      [id],
    )
    expect(entry).toMatchObject({
      data: { before: { component: "webhooks", title: { en: "Webhoks are late" } }, after: { component: "api" } },
    })
    const other = await opened()
    expect((await edit({ id: other })).problem).toBe("not_found")
    expect((await edit({ title: { en: "" } })).problem).toBe("validation_failed")
    expect((await list()).find((each) => each.id === other)?.component).toBe("webhooks")
    expect((await edit({ id: "00000000-0000-7000-8000-000000000000" })).problem).toBe("not_found")
  })

  test("are deleted with their updates, and the audit log keeps what they said", async () => {
    const id = await opened({ title: { en: "Opened by mistake" } })
    await update(id)
    const remove = () => client.mutate("staffIncidents.delete", { id })
    expect((await remove()).problem).toBeUndefined()
    expect((await remove()).problem).toBe("not_found")
    expect((await list()).map((each) => each.id)).not.toContain(id)
    expect(await page("/status")).not.toContain("Opened by mistake")
    const entries = await lane.marketplace.rows(
      "SELECT data->'before'->'title'->>'en' AS title, jsonb_array_length(data->'before'->'updates') AS updates FROM audit_entry WHERE subject = $1 AND action = 'status_incident.deleted'",
      [id],
    )
    expect(entries).toEqual([{ title: "Opened by mistake", updates: 2 }])
  })

  test("need a title and a message, in any language", async () => {
    expect((await open({ title: { en: " " } })).problem).toBe("validation_failed")
    expect((await open({ body: {} })).problem).toBe("validation_failed")
    expect((await open({ severity: "huge" })).problem).toBe("validation_failed")
    const id = await opened({ title: { mai: "वेबहुक देरीसँ" }, body: { mai: "जाँच जारी।", en: "  " } })
    expect((await list()).find((each) => each.id === id)).toMatchObject({
      title: { mai: "वेबहुक देरीसँ" },
      updates: [{ body: { mai: "जाँच जारी।" } }],
    })
    expect(await page("/status")).toContain('<span lang="mai">वेबहुक देरीसँ</span>')
  })

  test("are entries of the feed, escaped, in the language that its address names", async () => {
    const id = await opened({ title: { en: "<b>Keys & tokens</b>", hi: "कुंजियाँ" } })
    const [english, hindi] = await Promise.all([page("/status/feed.atom"), page("/status/feed.atom?lang=hi")])
    expect(english).toContain("<title>&lt;b&gt;Keys &amp; tokens&lt;/b&gt;</title>")
    expect(english).toContain(`href="${lane.url}/status#${id}"`)
    expect(hindi).toContain('xml:lang="hi"')
    expect(hindi).toContain("<title>कुंजियाँ</title>")
    const response = await fetch(`${lane.url}/status/feed.atom`)
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8")
    const etag = response.headers.get("etag") ?? ""
    expect((await fetch(`${lane.url}/status/feed.atom`, { headers: { "if-none-match": etag } })).status).toBe(304)
  })

  test("that ended more than 90 days ago are no longer shown", async () => {
    const id = await opened()
    await update(id, { status: "resolved" })
    await lane.marketplace.rows("UPDATE status_incident SET started_at = now() - interval '91 days' WHERE id = $1", [
      id,
    ])
    expect((await list()).map((each) => each.id)).not.toContain(id)
  })
})
