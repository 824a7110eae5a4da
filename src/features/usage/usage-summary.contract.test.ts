import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { HOUR_MS } from "@/domain/time-units"
import type { KeyEvent } from "@/features/api-keys/schema"
import type { RequestClients } from "@/features/requests/schema"
import type { ErrorGroup, Usage, UsageCount, UsageSummary } from "@/features/usage/schema"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"
import { TIME_ZONE_COOKIE } from "@/i18n/time-zone-cookie"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"

function thisHour(): number {
  return Math.floor(Date.now() / HOUR_MS)
}

/** Works again if an hour has ended meanwhile, because periods end with the hour. */
async function withinAnHour<Result>(work: () => Promise<Result>): Promise<{ hour: number; result: Result }> {
  for (;;) {
    const hour = thisHour()
    const result = await work()
    if (thisHour() === hour) return { hour, result }
  }
}

describe("the pages of usage and of a key", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const holder = async () => {
    const account = await lane.marketplace.account()
    const client = await lane.signedIn(account)
    const reader = await lane.marketplace.key(account, { scopes: ["usage.read"], rateLimit: 1_000 })
    const keys = [await lane.marketplace.key(account), await lane.marketplace.key(account)] as const
    return { account, client, reader, keys }
  }
  /** Logs requests of two days with many durations. */
  const fill = async (account: string, keys: readonly { id: string }[]): Promise<void> => {
    const rows = Array.from({ length: 900 }, (_, n) => {
      const at = new Date(Date.now() - ((n * 7919) % 2_870) * 60_000 - 1_000)
      return {
        ...{ id: uuidv7({ msecs: at.getTime() }), key: keys[n % 7 < 5 ? 0 : 1]?.id },
        operation: n % 3 === 0 ? "GET /me" : "GET /products/{slug}",
        ...(n % 11 === 0 ? { status: 404, code: "not_found" } : { status: 200, code: null }),
        ms: 1 + ((n * 104_729) % 997) ** 1.4 / 90,
      }
    })
    await insert(account, rows)
  }
  const insert = async (account: string, rows: readonly object[]): Promise<void> => {
    await lane.marketplace.rows(
      "INSERT INTO api_operation (method, operation, scope) VALUES ('GET', 'GET /me', 'profile.read'), ('GET', 'GET /products/{slug}', 'catalog.read') ON CONFLICT DO NOTHING",
    )
    await lane.marketplace.rows(
      `WITH stored AS (
         INSERT INTO api_request (account_id, id, credential_id, duration_ms, status, operation, credential_tag, livemode, oauth, ip, path, error_code, user_agent)
         SELECT $2, r.id, r.key, r.ms, r.status, (SELECT id FROM api_operation o WHERE o.operation = r.operation ORDER BY id LIMIT 1), credential_tag(r.key), true, false, '203.0.113.9', '/v1/me', r.code, 'erp/3'
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, key uuid, operation text, status smallint, code text, ms real)
         RETURNING account_id, livemode, id, credential_id, oauth, operation, status, error_code, duration_ms)
       INSERT INTO api_request_late (account_id, livemode, id, credential_id, oauth, operation, status, error_code, duration_ms)
       SELECT * FROM stored WHERE id < (SELECT closing_at FROM usage_roll_up)`,
      [JSON.stringify(rows), account],
    )
  }
  const summary = async (client: PortalClient, input: object): Promise<UsageSummary> => {
    const { data, problem } = await client.query<{ data: UsageSummary }>("usage.summary", {
      zone: "Asia/Kolkata",
      ...input,
    })
    expect(problem).toBeUndefined()
    return data.data
  }

  test.each(["24h", "7d", "30d", "custom"])("every figure of %s is what /v1/usage says", async (name) => {
    const { account, client, reader, keys } = await holder()
    await fill(account, keys)
    const days = { from: new Date(Date.now() - 3 * 86_400_000), to: new Date(Date.now() + 3_600_000) }
    const range = name === "custom" ? days : { range: name }
    const {
      result: [page, ofKey],
    } = await withinAnHour(async () => {
      const whole = await summary(client, range)
      return [whole, await summary(client, { ...range, key: whole.groups.key[0]?.name })]
    })
    const report = async (from: string, to: string, more = ""): Promise<UsageCount[]> => {
      const { status, text, json } = await lane.request(`/v1/usage?from=${from}&to=${to}&interval=range${more}`, {
        key: reader,
      })
      expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
      return json.data as unknown as UsageCount[]
    }
    const figures = ({ requests, errors, p95 }: Pick<UsageSummary, "requests" | "errors" | "p95">) => [
      ...[requests, errors, p95?.ms ?? null],
    ]
    const reported = ({ requests, errors, p95_ms }: UsageCount) => [requests, errors, p95_ms]

    // The reader's own request to /v1/usage is counted within two seconds: a group of its own.
    const withoutReader = (rows: UsageCount[]) => rows.filter(({ operation }) => operation !== "GET /usage")
    const groups = withoutReader(await report(page.from, page.until, "&group_by=operation"))
    expect(page.groups.operation.map((group) => [group.name, ...figures(group)])).toEqual(
      groups.sort((a, b) => b.requests - a.requests).map((row) => [row.operation, ...reported(row)]),
    )
    for (const by of ["key", "status"] as const) {
      const rows = await report(page.from, page.until, `&group_by=${by}`)
      for (const group of page.groups[by]) {
        const row = rows.find((each) => String(each[by]) === group.name)
        if (by === "key") expect([group.name, row && reported(row)]).toEqual([group.name, figures(group)])
        else expect(row?.errors).toBe(group.errors)
      }
    }
    expect(page.groups.key.map(({ name: key }) => key).sort()).toEqual(keys.map(({ id }) => `key_${id}`).sort())
    expect(page.requests).toBe(groups.reduce((sum, { requests }) => sum + requests, 0))
    expect(page.steps.reduce((sum, { requests }) => sum + requests, 0)).toBe(page.requests)
    for (const by of ["key", "operation", "status"] as const)
      expect(page.groups[by].reduce((sum, { requests }) => sum + requests, 0)).toBe(page.requests)

    const busiest = page.steps.reduce((best, step) => (step.requests > best.requests ? step : best))
    const [step] = withoutReader(await report(busiest.from, busiest.until, "&group_by=operation")).map(
      ({ operation }) => operation,
    )
    expect(step).toBeDefined()
    // The percentiles are those of intervals, which have 18 requests an hour here, and 20 or more together.
    expect(page.p95_steps.reduce((sum, { requests }) => sum + requests, 0)).toBe(page.requests)
    const [joined] = page.p95_steps.filter(({ requests }) => requests >= 20)
    const [alone] = await report(joined?.from ?? "", joined?.until ?? "")
    expect(joined && figures(joined)).toEqual(alone && reported(alone))
    if (name === "24h") expect(page.p95_steps.length).toBeLessThan(24)
    if (page.previous) {
      const [before] = await report(page.previous.from, page.previous.until)
      expect(figures(page.previous)).toEqual(before ? reported(before) : [0, 0, null])
    }
    if (name === "24h") expect(page.previous?.requests).toBeGreaterThan(100)

    // A key alone has the same figures on its page.
    const [key] = page.groups.key
    expect(ofKey.requests).toBe(key?.requests)
    expect(ofKey.errors).toBe(key?.errors)
    expect(ofKey.p95?.ms).toBe(key?.p95?.ms)
  })

  test("the overview's figures are those of the usage page, in every time zone", async () => {
    const { account, client, keys } = await holder()
    await fill(account, keys)
    for (const range of ["24h", "7d", "30d"])
      for (const zone of ["Asia/Kolkata", "Asia/Kathmandu", "UTC"]) {
        const { result } = await withinAnHour(async () => {
          const page = await summary(client, { range, zone })
          const { data } = await client.query<{ data: Usage }>("usage.get", { range, zone })
          const { data: errors } = await client.query<{ data: ErrorGroup[] }>("usage.errors", { range, zone })
          return { page, overview: data.data, errors: errors.data }
        })
        const { page, overview, errors } = result
        const figures = ({ requests, errors: failed, p95 }: Pick<Usage, "requests" | "errors" | "p95">) => [
          ...[requests, failed, p95],
        ]
        expect(figures(overview)).toEqual(figures(page))
        expect(overview.steps.map((step) => [step.from, step.until, ...figures(step)])).toEqual(
          page.steps.map((step) => [step.from, step.until, ...figures(step)]),
        )
        expect(overview.p95_steps).toEqual(page.p95_steps)
        expect(errors.reduce((sum, { requests }) => sum + requests, 0)).toBe(page.errors)
      }
  })

  test("the 95th percentile is that of the durations, below the longest", async () => {
    const { account, client, keys } = await holder()
    await fill(account, keys)
    const { p95, from, until } = await summary(client, { range: "24h" })
    const [exact] = await lane.marketplace.rows<{ p95: number; longest: number }>(
      "SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95, max(duration_ms) AS longest FROM request_log WHERE account_id = $1 AND created_at >= $2 AND created_at < $3",
      [account, from, until],
    )
    expect(p95?.at_least).toBe(false)
    expect(p95?.ms).toBeLessThanOrEqual(exact?.longest ?? 0)
    expect(Math.abs((p95?.ms ?? 0) / (exact?.p95 ?? 1) - 1)).toBeLessThan(0.02)
  })

  test("the percentiles of a group do not exceed its longest request, and are what /v1/usage says", async () => {
    const { account, client, reader, keys } = await holder()
    const [busy, quiet] = keys
    const durations = [...Array.from({ length: 100 }, (_, n) => [busy.id, 44 + n / 25]), [quiet.id, 27.5]]
    const rows = durations.map(([key, ms], n) => ({
      ...{ id: uuidv7({ msecs: Date.now() - 60_000 + n }), key, ms },
      ...{ operation: "GET /me", status: 200, code: null },
    }))
    await insert(account, rows)
    const page = await summary(client, { range: "24h" })
    const { json } = await lane.request(`/v1/usage?from=${page.from}&to=${page.until}&interval=range&group_by=key`, {
      key: reader,
    })
    const reported = (json.data as unknown as UsageCount[]).find(({ key }) => key === `key_${quiet.id}`)
    const shown = page.groups.key.find(({ name }) => name === `key_${quiet.id}`)
    expect([reported?.p50_ms, reported?.p95_ms, shown?.p95?.ms]).toEqual([27.5, 27.5, 27.5])
    expect((await summary(client, { range: "24h", key: `key_${quiet.id}` })).p95?.ms).toBe(27.5)
  })

  test("steps are whole hours, and the period before ends at the same hour", async () => {
    const { client } = await holder()
    for (const [range, count] of [
      ["24h", 24],
      ["7d", 28],
      ["30d", 30],
    ] as const)
      for (const zone of ["Asia/Kolkata", "Asia/Kathmandu", "UTC", "America/New_York"]) {
        const { hour, result } = await withinAnHour(() => summary(client, { range, zone }))
        const { from, until, previous, steps } = result
        expect(steps).toHaveLength(count)
        for (const { from: start } of steps) expect(Date.parse(start) % HOUR_MS).toBe(0)
        expect([steps[0]?.from, steps.at(-1)?.until]).toEqual([from, until])
        expect(Date.parse(until)).toBeGreaterThan(hour * HOUR_MS)
        // A period with a change to winter time is an hour longer than the one before, which ends where it begins.
        const before = Date.parse(previous?.from ?? "")
        const passed = Math.min((hour + 1) * HOUR_MS - Date.parse(from), Date.parse(from) - before)
        expect(Date.parse(previous?.until ?? "") - before).toBe(passed)
      }
  })

  test("a range that is empty, too long or too old is refused", async () => {
    const { client } = await holder()
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
    const send = (from: string, to: string) => client.query("usage.summary", { from, to, zone: "UTC" })
    for (const [from, to] of [
      [ago(1), ago(2)],
      [ago(500), ago(490)],
      [ago(395), new Date(Date.now() + 90 * 86_400_000).toISOString()],
    ] as const)
      expect((await send(from, to)).problem).toBe("validation_failed")
    expect((await send(ago(390), ago(300))).data).toMatchObject({ data: { previous: null, requests: 0 } })
  })

  test("a page says from when on requests may be missing, as /v1/usage does, in each language", async () => {
    const { client, reader, keys } = await holder()
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    // Long ago, so that no other test is told of it.
    const [lost, from, until] = [`${day(302)}T12:30:00.000Z`, `${day(304)}T00:00:00Z`, `${day(300)}T00:00:00Z`]
    const writer = uuidv7()
    await lane.marketplace.rows(
      "INSERT INTO request_writer (id, complete_until, seen_at, lost_from, lost_until) VALUES ($1, $2, $2, $2, $2)",
      [writer, lost],
    )
    const report = await lane.request(`/v1/usage?from=${from}&to=${until}&interval=day`, { key: reader })
    expect(report.json.meta).toMatchObject({ incomplete_from: lost })
    expect((await summary(client, { from, to: until })).incomplete_from).toBe(lost)
    expect((await summary(client, { range: "24h" })).incomplete_from).toBeNull()
    const text = async (path: string, locale: string): Promise<string> => {
      const page = await client.withCookie(LOCALE_COOKIE, locale).withCookie(TIME_ZONE_COOKIE, "UTC").fetch(path)
      expect([path, page.status]).toEqual([path, 200])
      return (await page.text()).replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, "")
    }
    const words = {
      en: /Requests from [^:]*12:30 on may be missing: a server process was killed/,
      hi: /12:30 से आगे के कुछ अनुरोध गिनती में छूटे हो सकते हैं/,
      mai: /12:30 सँ आगाँक किछु अनुरोध गिनतीमे छूटल भऽ सकैत अछि/,
    }
    for (const [locale, sentence] of Object.entries(words))
      for (const path of ["/usage", `/keys/key_${keys[0].id}`]) {
        expect(await text(`${path}?from=${day(304)}&to=${day(301)}`, locale)).toMatch(sentence)
        expect(await text(`${path}?from=${day(299)}&to=${day(298)}`, locale)).not.toMatch(sentence)
      }
    await lane.marketplace.rows("DELETE FROM request_writer WHERE id = $1", [writer])
  })

  test("the clients of a key have as many requests as its 7 days of usage", async () => {
    const { account, client, keys } = await holder()
    const begins = Date.now() - 7 * 86_400_000
    await insert(
      account,
      Array.from({ length: 48 }, (_, n) => ({
        ...{ id: uuidv7({ msecs: begins + (n - 4) * 1_800_000 + 1 }), key: keys[0].id },
        ...{ operation: "GET /me", status: 200, code: null, ms: 3 },
      })),
    )
    const credential = `key_${keys[0].id}`
    for (const zone of ["Asia/Kolkata", "Asia/Kathmandu", "America/Los_Angeles", "UTC"]) {
      const { result } = await withinAnHour(async () => [
        (await client.query<{ data: RequestClients }>("requestLog.clients", { credential, zone })).data.data.requests,
        (await summary(client, { range: "7d", key: credential, zone })).requests,
      ])
      expect([zone, result[0]]).toEqual([zone, result[1]])
    }
  })

  test("a page says from what value a figure rose or fell, in each language", async () => {
    const { account, client, keys } = await holder()
    const day = (ago: number): number => Date.now() - ago * 86_400_000
    const rows = (ago: number, requests: number, errors: number) =>
      Array.from({ length: requests }, (_, n) => ({
        ...{ id: uuidv7({ msecs: day(ago) + n }), key: keys[0].id, operation: "GET /me", ms: 3 },
        ...(n < errors ? { status: 404, code: "not_found" } : { status: 200, code: null }),
      }))
    // Of 40 requests four failed, in two periods: of 2 before one of them, which are too few for a share, and of 22, eleven.
    await insert(account, [...rows(1, 40, 4), ...rows(3, 2, 1), ...rows(11, 40, 4), ...rows(13, 22, 11)])
    const date = (ago: number): string => new Date(day(ago)).toISOString().slice(0, 10)
    const words: Record<string, [few: string, share: string]> = {
      en: ["up from 2 in the previous period", "down from 50% in the previous period"],
      hi: ["पिछली अवधि के 2 से बढ़कर", "पिछली अवधि के 50% से घटकर"],
      mai: ["पछिला अवधिक 2 सँ बढ़ि कऽ", "पछिला अवधिक 50% सँ घटि कऽ"],
    }
    for (const [locale, sentences] of Object.entries(words)) {
      const [few, share] = sentences
      const textFrom = async (from: string, to: string): Promise<string> => {
        const page = await client
          .withCookie(LOCALE_COOKIE, locale)
          .withCookie(TIME_ZONE_COOKIE, "UTC")
          .fetch(`/usage?from=${from}&to=${to}`)
        return (await page.text()).replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, "")
      }
      const afterFew = await textFrom(date(1), date(0))
      expect(afterFew).toContain(few)
      expect(afterFew).not.toContain(share)
      expect(await textFrom(date(11), date(10))).toContain(share)
    }
  })

  test("a figure that there is none of now has no sign beside what it was", async () => {
    const { account, client, keys } = await holder()
    const day = (ago: number): number => Date.now() - ago * 86_400_000
    await insert(
      account,
      Array.from({ length: 30 }, (_, n) => ({
        ...{ id: uuidv7({ msecs: day(3) + n }), key: keys[0].id, operation: "GET /me", ms: 3, status: 200, code: null },
      })),
    )
    const date = (ago: number): string => new Date(day(ago)).toISOString().slice(0, 10)
    const page = await client.withCookie(TIME_ZONE_COOKIE, "UTC").fetch(`/usage?from=${date(1)}&to=${date(0)}`)
    const html = (await page.text()).replaceAll(/<script[\s\S]*?<\/script>/g, "")
    const before = [...html.matchAll(/(<\/svg>)?([^<>]*previous period)</g)].map(([, sign, text]) => [
      text,
      Boolean(sign),
    ])
    expect(before).toEqual([
      ["0% in the previous period", false],
      ["3 ms in the previous period", false],
    ])
  })

  test("a key's page shows its clients, errors and changes, to its owner in its mode", async () => {
    const { account, client } = await holder()
    const { data: made } = await client.mutate<{ data: { key: { id: string } } }>("portalKeys.create", {
      name: "Warehouse",
      scopes: ["profile.read"],
    })
    const { id } = made.data.key
    await fill(account, [{ id: id.replace("key_", "") }, await lane.marketplace.key(account)])
    const clients = (
      await client.query<{ data: RequestClients }>("requestLog.clients", { credential: id, zone: "UTC" })
    ).data.data
    expect(clients).toMatchObject({
      ...{ incomplete: false, ips: [{ value: "203.0.113.9", requests: clients.requests }] },
      user_agents: [{ value: "erp/3", requests: clients.requests }],
    })
    const errors = await client.query<{ data: ErrorGroup[] }>("usage.errorsBetween", {
      ...{ range: "7d", zone: "UTC", key: id },
    })
    const { errors: failed } = await summary(client, { range: "7d", key: id })
    expect(failed).toBeGreaterThan(10)
    expect(clients.requests).toBeGreaterThan(100)
    expect(errors.data.data.reduce((sum, { requests }) => sum + requests, 0)).toBe(failed)

    await client.mutate("portalKeys.update", { id, name: "Depot", allowed_ips: ["203.0.113.0/24"] })
    await client.mutate("portalKeys.roll", { id, overlap: "now" })
    await client.mutate("portalKeys.revoke", { id })
    const events = (await client.query<{ data: KeyEvent[] }>("portalKeys.events", { id })).data.data
    expect(events.map(({ type, changed, by_account }) => [type, changed, by_account])).toEqual([
      ["revoked", [], true],
      ["rolled", [], true],
      ["updated", ["name", "allowed_ips"], true],
      ["created", [], true],
    ])
    expect((await client.query("portalKeys.get", { id })).data).toMatchObject({
      data: { name: "Depot", status: "revoked" },
    })

    const stranger = await lane.signedIn(await lane.marketplace.account())
    for (const [reader, of] of [
      ["a stranger", stranger],
      ["the other mode", client.inMode("sandbox")],
    ] as const)
      for (const [procedure, input] of [
        ["portalKeys.get", { id }],
        ["portalKeys.events", { id }],
        ["requestLog.clients", { credential: id, zone: "UTC" }],
        ["usage.summary", { range: "7d", zone: "UTC", key: id }],
        ["usage.errorsBetween", { range: "7d", zone: "UTC", key: id }],
      ] as const)
        expect([reader, procedure, (await of.query(procedure, input)).problem]).toEqual([
          ...[reader, procedure, "not_found"],
        ])
  })
})
