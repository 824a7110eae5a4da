import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { formatSynonymFile, type Synonym } from "@/domain/search-synonym"
import type { ImportPreview, SynonymRow } from "@/features/staff-synonyms/schema"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff } from "@/testing/fixtures/second-factor"

describe("the staff's synonyms", () => {
  let lane: Lane
  let client: PortalClient
  let other: PortalClient
  let account: string
  let key: { secret: string }

  beforeAll(async () => {
    lane = await Lane.open("fast")
    account = await lane.marketplace.account()
    await makeStaff(lane.marketplace, account)
    const second = await lane.marketplace.account()
    await makeStaff(lane.marketplace, second)
    ;[client, other] = await Promise.all([lane.signedIn(account), lane.signedIn(second)])
    await lane.marketplace.rows("UPDATE session SET second_factor_at = now(), proved_at = now()")
    key = await lane.marketplace.key(account, { scopes: ["catalog.read"], rateLimit: null })
    const store = await lane.marketplace.store("Mithila Haat")
    await lane.marketplace.product({ name: "Turmeric Powder", store })
    await lane.marketplace.product({ name: "Red Silk Saree", store })
  })
  afterAll(() => lane.close())

  const word = () => `w${uuidv7().replaceAll("-", "").slice(-12)}`
  const means = (words: string[], meanings = ["turmeric"]): Synonym => ({ kind: "means", words, means: meanings })
  const list = async (q: string, more: object = {}) =>
    (
      await client.query<{ data: SynonymRow[]; meta: { total: number; last_page: number } }>("staffSynonyms.list", {
        q,
        ...more,
      })
    ).data
  const one = async (q: string) => {
    const [found, ...rest] = (await list(q)).data
    expect(rest).toEqual([])
    if (!found) throw new Error(`no synonym has ${q}`)
    return found
  }
  const add = (synonym: Synonym, by = client) => by.mutate<{ id: number }>("staffSynonyms.add", synonym)
  const added = async (synonym: Synonym): Promise<SynonymRow> => {
    expect((await add(synonym)).problem).toBeUndefined()
    return one(synonym.words[0] ?? "")
  }
  const audited = (id: number) =>
    lane.marketplace.rows<{ action: string; data: object }>(
      "SELECT action, data FROM audit_entry WHERE subject = $1 AND action LIKE 'search_synonym.%' ORDER BY id",
      [String(id)],
    )
  const all = () => lane.marketplace.rows<Synonym>("SELECT kind, words, means FROM search_synonym ORDER BY id")
  const found = async (q: string) =>
    (await lane.request(`/v1/products?q=${encodeURIComponent(q)}`, { key })).json.data.map(({ name }) => name)

  test("are found by any part of a word or meaning, by sound and kind, and paged without gaps", async () => {
    const [mark] = [word()]
    for (let n = 0; n < 3; n++) await added(means([`${mark}${n}`, `phool ${mark}${n}`], [`${mark} meaning`]))
    expect((await list(mark)).meta.total).toBe(3)
    expect((await list(`${mark} mean`)).meta.total).toBe(3)
    expect((await list(mark, { kind: "unsold" })).meta.total).toBe(0)
    const page = async (number: number) => (await list(mark, { page: number, per_page: 2 })).data
    expect([...(await page(1)), ...(await page(2))].map(({ words }) => words[0])).toEqual(
      [2, 1, 0].map((n) => `${mark}${n}`),
    )
    expect((await list("हल्दी")).data.flatMap(({ words }) => words)).toContain("haldi")
    expect((await list("%")).meta.total).toBe(0)
  })

  test("are added, changed and removed, each with an audit entry", async () => {
    const synonym = means([` ${word()} `, "हरदि पाउडर"])
    const [first = ""] = synonym.words.map((each) => each.trim())
    const row = await added({ ...synonym, words: [first, "हरदि पाउडर"] })
    const changed: Synonym = { kind: "same", words: [first, word()], means: [] }
    expect(
      (await client.mutate("staffSynonyms.update", { ...changed, id: row.id, updated_at: row.updated_at })).problem,
    ).toBeUndefined()
    const now = await one(first)
    expect(now).toMatchObject({ ...changed, id: row.id })
    expect(now.updated_at > row.updated_at).toBe(true)
    expect(
      (await client.mutate("staffSynonyms.remove", { id: now.id, updated_at: now.updated_at })).problem,
    ).toBeUndefined()
    expect((await list(first)).meta.total).toBe(0)
    const before = means([first, "हरदि पाउडर"])
    expect(await audited(row.id)).toEqual([
      { action: "search_synonym.created", data: { after: before } },
      { action: "search_synonym.updated", data: { before, after: changed } },
      { action: "search_synonym.deleted", data: { before: changed } },
    ])
    for (const procedure of ["update", "remove"])
      expect(
        (await client.mutate(`staffSynonyms.${procedure}`, { ...changed, id: now.id, updated_at: now.updated_at }))
          .problem,
      ).toBe("not_found")
  })

  test("are refused with each word that is wrong", async () => {
    const taken = word()
    await added(means([taken]))
    const details = async (synonym: Synonym) => (await add(synonym)).details.map(({ param, code }) => [param, code])
    expect(await details(means([]))).toEqual([["words", "words_required"]])
    expect(await details(means(["=1+1", "ok"], ["&"]))).toEqual([
      ["words.0", "malformed"],
      ["means.0", "malformed"],
    ])
    expect(await details(means([word(), ` ${taken.toUpperCase()}! `]))).toEqual([["words.1", "taken"]])
    expect(await details(means(["zz-top", "ZZ Top"]))).toEqual([["words.1", "duplicate"]])
    expect(await details(means(["one two three four"]))).toEqual([["words.0", "phrase_too_long"]])
    expect(await details(means([word()], ["the"]))).toEqual([["means.0", "no_meaning"]])
    expect((await add({ kind: "other" } as unknown as Synonym)).problem).toBe("validation_failed")
  })

  test("changed by two people from one version: one change succeeds, the other is rejected", async () => {
    for (let round = 0; round < 5; round++) {
      const row = await added(means([word()]))
      const change = (by: PortalClient, meaning: string) =>
        by.mutate("staffSynonyms.update", { ...row, means: [meaning] })
      const outcomes = await Promise.all([change(client, "saree"), change(other, "silk")])
      expect(outcomes.map(({ problem }) => problem).sort()).toEqual(["invalid_state", undefined].sort())
      expect((await audited(row.id)).filter(({ action }) => action === "search_synonym.updated")).toHaveLength(1)
      const winner = outcomes[0].problem === undefined ? "saree" : "silk"
      expect((await one(row.words[0] ?? "")).means).toEqual([winner])
    }
  })

  test("removed while they are changed: one of the two wins", async () => {
    for (let round = 0; round < 5; round++) {
      const row = await added(means([word()]))
      const [changed, removed] = await Promise.all([
        client.mutate("staffSynonyms.update", { ...row, means: ["saree"] }),
        other.mutate("staffSynonyms.remove", { id: row.id, updated_at: row.updated_at }),
      ])
      expect([
        [undefined, "invalid_state"],
        ["not_found", undefined],
      ]).toContainEqual([changed.problem, removed.problem])
      expect((await list(row.words[0] ?? "")).meta.total).toBe(changed.problem === undefined ? 1 : 0)
    }
  })

  test("a word that several people add concurrently is stored in one synonym", async () => {
    for (let round = 0; round < 5; round++) {
      const contested = word()
      const outcomes = await Promise.all(
        [client, other, client, other].map((by) => add(means([contested, word()]), by)),
      )
      expect(outcomes.filter(({ problem }) => problem === undefined)).toHaveLength(1)
      expect((await list(contested)).meta.total).toBe(1)
    }
  })

  describe("as a file", () => {
    const preview = (file: string, mode = "replace") =>
      client.mutate<ImportPreview>("staffSynonyms.previewImport", { file, mode })
    const apply = (file: string, mode: string, state: string, by = client) =>
      by.mutate<ImportPreview>("staffSynonyms.import", { file, mode, state })
    const imported = async (file: string, mode = "replace") => {
      const { data, problem } = await preview(file, mode)
      expect(problem).toBeUndefined()
      const result = await apply(file, mode, data.state)
      expect(result.problem).toBeUndefined()
      return result.data
    }
    const exported = async () => {
      const response = await client.fetch("/staff/synonyms/export")
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
      // Response.text() would drop the byte order mark.
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer())
    }

    test("are the same after an export and an import into an empty table", async () => {
      const before = await all()
      expect(before.length).toBeGreaterThan(340)
      const file = await exported()
      expect(file).toBe(formatSynonymFile(before))
      expect(await imported(file)).toMatchObject({ added: 0, removed: 0, unchanged: before.length })
      await lane.marketplace.rows("DELETE FROM search_synonym")
      expect(await imported(file)).toMatchObject({ added: before.length, removed: 0, unchanged: 0 })
      expect(await all()).toEqual(before)
      expect(await exported()).toBe(file)
    })

    test("replace the others, or are added to them; each change is audited", async () => {
      const before = await all()
      const [stored, fresh] = [await added(means([word()])), means([word(), "नव शब्द"])]
      expect(await imported(formatSynonymFile([stored, fresh]), "add")).toMatchObject({
        added: 1,
        removed: 0,
        unchanged: 1,
      })
      expect((await all()).length).toBe(before.length + 2)
      const { id } = await one(fresh.words[0] ?? "")
      expect(await audited(id)).toEqual([{ action: "search_synonym.created", data: { after: fresh } }])
      const file = formatSynonymFile(before)
      expect(await imported(file)).toMatchObject({ added: 0, removed: 2, unchanged: before.length })
      expect(await all()).toEqual(before)
      expect((await audited(id)).at(-1)).toEqual({ action: "search_synonym.deleted", data: { before: fresh } })
      const [summary] = await lane.marketplace.rows<{ data: object }>(
        "SELECT data FROM audit_entry WHERE action = 'search_synonym.imported' ORDER BY id DESC LIMIT 1",
      )
      expect(summary?.data).toEqual({ mode: "replace", added: 0, removed: 2, unchanged: before.length })
    })

    test("with a bad line change nothing, and name the line", async () => {
      const before = await all()
      const taken = before[0]?.words[0] ?? ""
      const [state, mark] = [(await preview(formatSynonymFile(before))).data.state, word()]
      for (const [line, mode, param, code] of [
        ["means,x", "replace", "lines.3.means", "means_required"],
        ["like,x,y", "replace", "lines.3.kind", "kind_unknown"],
        ["means,one two three four,y", "replace", "lines.3.words.0", "phrase_too_long"],
        [`unsold,${mark}|zzz,`, "replace", "lines.3.words.0", "taken"],
        [`unsold,zzz|${taken},`, "add", "lines.3.words.1", "taken"],
      ]) {
        const file = `kind,words,means\r\nmeans,${mark},turmeric\r\n${line}\r\n`
        for (const refused of [await preview(file, mode), await apply(file, mode ?? "", state)])
          expect([line, refused.problem, refused.details[0]]).toMatchObject([
            line,
            "validation_failed",
            { param, code },
          ])
      }
      expect((await preview("kind,words,means\r\n")).details[0]?.code).toBe("empty")
      expect(await all()).toEqual(before)
    })

    test("are not applied to synonyms that changed since they were checked", async () => {
      const before = await all()
      const file = formatSynonymFile(before)
      const { state } = (await preview(file)).data
      const row = await added(means([word()]))
      expect((await apply(file, "replace", state)).problem).toBe("invalid_state")
      expect((await list(row.words[0] ?? "")).meta.total).toBe(1)
    })

    test("are applied for one of several people who import concurrently", async () => {
      const before = await all()
      const files = [0, 1, 2].map(() => formatSynonymFile([...before, means([word()])]))
      const { state } = (await preview(files[0] ?? "")).data
      const outcomes = await Promise.all(files.map((file, n) => apply(file, "replace", state, n % 2 ? other : client)))
      expect(outcomes.filter(({ problem }) => problem === undefined)).toHaveLength(1)
      expect(outcomes.filter(({ problem }) => problem === "invalid_state")).toHaveLength(2)
      expect((await all()).length).toBe(before.length + 1)
    })
  })

  test("work in searches within a minute, without a restart", async () => {
    const chamatkar = word()
    expect(await found(chamatkar)).toEqual([])
    await added(means([chamatkar], ["silk saree"]))
    const from = Date.now()
    await expect.poll(() => found(chamatkar), { timeout: 60_000, interval: 1_000 }).toEqual(["Red Silk Saree"])
    expect(Date.now() - from).toBeLessThan(60_000)
  })

  test("a query is explained as of now", async () => {
    const explain = async (q: string) =>
      (await client.query<{ data: Record<string, unknown> }>("staffSearch.explain", { q })).data.data
    const chamatkar = word()
    const unknown = { terms: [{ phrase: chamatkar, source: "unknown" }], total: 0, products: [] }
    expect(await explain(chamatkar)).toMatchObject(unknown)
    await added(means([chamatkar], ["silk saree"]))
    expect(await explain(chamatkar)).toMatchObject({
      terms: [{ phrase: chamatkar, source: "synonym", stems: ["silk sare", chamatkar] }],
      products: [{ name: "Red Silk Saree" }],
    })
    expect(await explain("buy haldi under 500 rs 5 kg")).toMatchObject({
      terms: [
        { phrase: "buy", source: "ignored", stems: [] },
        { phrase: "haldi", source: "synonym" },
      ],
      max_price: 50_000,
      sizes: ["5 kg"],
      products: [{ name: "Turmeric Powder" }],
    })
    expect(await explain("tractor")).toMatchObject({ terms: [{ source: "unsold" }], total: 0 })
    expect(await explain("turmerik")).toMatchObject({ total: 1 })
    expect((await client.query("staffSearch.explain", { q: " " })).problem).toBe("validation_failed")
  })
})
