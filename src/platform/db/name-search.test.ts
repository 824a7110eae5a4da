import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { nameMatches } from "@/platform/db/name-search"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

const TEXT = "lower(' ' || a.email::text || ' ' || a.name)"

describe("a search by name", () => {
  let database: TestDatabase
  let db: pg.Client

  beforeAll(async () => {
    database = await emptyTestDatabase()
    db = new pg.Client({ connectionString: database.url })
    await db.connect()
    await db.query(`
      INSERT INTO account (id, email, name, updated_at)
      SELECT gen_random_uuid(), 'person-' || md5(n::text) || '@example.in', initcap(translate(md5('name' || n), '0123456789', 'ghijklmnop')), now()
      FROM generate_series(1, 20000) n`)
    for (const [email, name] of [
      ["asha.jha@example.in", "Asha Jha"],
      ["jyoti@example.in", "ज्योति मिश्र"],
      ["percent@example.in", "100% Pure_Name"],
    ])
      await db.query("INSERT INTO account (id, email, name, updated_at) VALUES (gen_random_uuid(), $1, $2, now())", [
        email,
        name,
      ])
    await db.query("ANALYZE account")
  })
  afterAll(async () => {
    await db.end()
    await database.drop()
  })

  const find = async (match: "exact" | "similar", typed: string) =>
    (
      await db.query<{ name: string }>(
        `SELECT name FROM account a WHERE ${nameMatches(match, typed, TEXT, "a.name", "$1")} ORDER BY name`,
        [typed],
      )
    ).rows.map(({ name }) => name)

  test.each([
    ["asha jha", "Asha Jha"],
    ["ASHA", "Asha Jha"],
    ["aasha jhaa", "Asha Jha"],
    ["आशा झा", "Asha Jha"],
    ["sha.jha@exa", "Asha Jha"],
    ["jyoti mishra", "ज्योति मिश्र"],
    ["ज्योति", "ज्योति मिश्र"],
    ["0% pure_n", "100% Pure_Name"],
    ["10", "100% Pure_Name"],
  ])("finds it as it is typed and by its sound: %s", async (typed, name) => {
    expect(await find("exact", typed)).toEqual([name])
  })

  test("takes no sign for a wildcard", async () => {
    for (const typed of ["%", "a_ha jha", "\\", "&", "1_", "x%y"])
      expect([typed, await find("exact", typed)]).toEqual([typed, []])
  })

  test("finds similar names", async () => {
    expect(await find("exact", "asha jhq")).toEqual([])
    expect(await find("similar", "asha jhq")).toEqual(["Asha Jha"])
    expect(await find("similar", "zebra crossing")).toEqual([])
  })

  test.each([
    ["exact", "asha jha"],
    ["exact", "as"],
    ["exact", "आशा झा"],
    ["exact", "आ"],
    ["similar", "asha jha"],
  ] as const)("reads an index, not the table: %s %s", async (match, typed) => {
    const { rows } = await db.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT name FROM account a WHERE ${nameMatches(match, typed, TEXT, "a.name", `'${typed}'`)}`,
    )
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).toContain("Bitmap Index Scan on account_search")
    expect(plan).not.toContain("Seq Scan")
  })

  // As when a dump is restored.
  test("generated columns and indexes are computed without a search path", async () => {
    await db.query("SET search_path = ''")
    try {
      await db.query("INSERT INTO public.search_word (word) VALUES ('हल्दी')")
      await db.query("UPDATE public.account SET name = 'आशा झा' WHERE email OPERATOR(public.=) 'asha.jha@example.in'")
      await db.query("REINDEX TABLE public.account")
    } finally {
      await db.query("SET search_path = public")
    }
    expect((await db.query("SELECT sound FROM search_word WHERE word = 'हल्दी'")).rows).toEqual([{ sound: "haldi" }])
  })
})
