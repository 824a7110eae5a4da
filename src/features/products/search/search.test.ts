import { LIVE_WORLD } from "@/domain/world"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let marketplace: TestMarketplace
let store: number

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
  store = await marketplace.store("Mithila Haat")
  const grocery = await marketplace.category("Grocery")
  const atta = await marketplace.category("Atta & Flours", { parent: grocery })
  const spices = await marketplace.category("Ground Spices", { parent: grocery })
  const oils = await marketplace.category("Oils", { parent: grocery })
  const perfume = await marketplace.category("Perfume")
  const phones = await marketplace.category("Smartphones")
  const sarees = await marketplace.category("Sarees")
  const brand = await marketplace.brand("Til & Tulsi")
  const product = (name: string, options: Omit<Parameters<TestMarketplace["product"]>[0], "name" | "store"> = {}) =>
    marketplace.product({ name, store, popularity: 10, ...options })
  await product("Attar of Roses", { category: perfume, popularity: 999 })
  await product("Steel Sieve", { popularity: 999, description: "For atta and maida." })
  await product("Everyday Chakki Mix", { category: atta, popularity: 1 })
  await product("Multigrain Atta Laddu", { popularity: 1 })
  await product("Sharbati Atta, 5 kg", { category: atta, popularity: 1, price: 30_000 })
  await product("Chakki Atta, 1 kg", { category: atta, popularity: 2, price: 6_000 })
  await product("Turmeric Powder", { category: spices })
  await product("Til & Tulsi Mustard Oil", { category: oils, brand })
  await product("Black Sesame Oil", { category: oils })
  await product("Vidyutra Kiran Smartphone", { category: phones, price: 1_500_000 })
  await product("Banarasi Silk Saree", { category: sarees, price: 300_000 })
  await product("Cotton Saree in Red", { category: sarees, price: 90_000 })
  await product("Mosquito Bat", { description: "Machine made." })
})
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await marketplace.close()
  await database.drop()
})

async function search(q: string, requested: { sort?: "popular"; page?: number; per_page?: number } = {}) {
  const { listProducts } = await import("@/features/products/list-products")
  const { rows, total, search: understood } = await listProducts(LIVE_WORLD, { q, page: 1, per_page: 20, ...requested })
  return { names: rows.map(({ name }) => name), total, understood }
}

const SAREES = ["Banarasi Silk Saree", "Cotton Saree in Red"]

describe("a word", () => {
  test.each([
    ["haldi", ["Turmeric Powder"]],
    ["haldee", ["Turmeric Powder"]],
    ["huldi", ["Turmeric Powder"]],
    ["हल्दी", ["Turmeric Powder"]],
    ["हलदी", ["Turmeric Powder"]],
    ["saree", SAREES],
    ["sari", SAREES],
    ["sarees", SAREES],
    ["साड़ी", SAREES],
    ["साड़ी", SAREES],
    ["सारी", SAREES],
    ["shilk", ["Banarasi Silk Saree"]],
    ["mobile", ["Vidyutra Kiran Smartphone"]],
    ["मोबाइल", ["Vidyutra Kiran Smartphone"]],
    ["smart phone", ["Vidyutra Kiran Smartphone"]],
    ["smartfone", ["Vidyutra Kiran Smartphone"]],
    ["mustardoil", ["Til & Tulsi Mustard Oil"]],
    ["sarson ka tel", ["Til & Tulsi Mustard Oil"]],
    ["buy banarasi sari online", SAREES],
    ["vidyu", ["Vidyutra Kiran Smartphone"]],
  ])("is found in any spelling: %s", async (words, expected) => {
    expect((await search(words)).names).toEqual(expected)
  })

  test("ranks whole words before prefixes, and names before categories before descriptions", async () => {
    expect((await search("atta")).names).toEqual([
      "Chakki Atta, 1 kg",
      "Sharbati Atta, 5 kg",
      "Multigrain Atta Laddu",
      "Everyday Chakki Mix",
      "Steel Sieve",
      "Attar of Roses",
    ])
    expect((await search("atta", { sort: "popular" })).names).not.toContain("Attar of Roses")
    expect((await search("attar")).names).toEqual(["Attar of Roses"])
    expect((await search("att")).names).toContain("Attar of Roses")
  })

  test("of a brand ranks below the same word of a product name", async () => {
    expect((await search("til")).names).toEqual(["Black Sesame Oil", "Til & Tulsi Mustard Oil"])
  })

  test("for a product that is not sold finds nothing, and is not corrected to another word", async () => {
    for (const words of ["tractor", "xyzzy", "halwai", "washing machine", "टैंकर", "car tyre"])
      expect([words, await search(words)]).toMatchObject([words, { names: [], total: 0 }])
  })
})

describe("several words", () => {
  test("also find products that match most of them, if few match all and the order is relevance", async () => {
    expect(await search("red saree")).toMatchObject({ names: ["Cotton Saree in Red", "Banarasi Silk Saree"], total: 2 })
    expect(await search("red saree", { sort: "popular" })).toMatchObject({ names: ["Cotton Saree in Red"], total: 1 })
    expect((await search("red saree", { page: 2, per_page: 1 })).names).toEqual([])
    expect((await search("designer saree")).names).toEqual(SAREES)
    expect((await search("saree tractor")).names).toEqual([])
  })

  test("may name a price", async () => {
    for (const words of ["saree under 1000", "1000 se kam saree", "१००० से कम साड़ी", "saree 500 - 1,000 rs"])
      expect([words, await search(words)]).toMatchObject([
        words,
        { names: ["Cotton Saree in Red"], understood: { interpreted: { max_price: 100_000 } } },
      ])
    expect(await search("under 100")).toMatchObject({ understood: { interpreted: { words: [], max_price: 10_000 } } })
  })

  test("may name a size, which ranks first but does not filter", async () => {
    expect((await search("atta 5 kg")).names.slice(0, 2)).toEqual(["Sharbati Atta, 5 kg", "Chakki Atta, 1 kg"])
    expect((await search("atta 1kg")).names.slice(0, 2)).toEqual(["Chakki Atta, 1 kg", "Sharbati Atta, 5 kg"])
    expect((await search("atta 2 kg")).total).toBe((await search("atta")).total)
  })
})

test("a correction is reported", async () => {
  expect((await search("banarsi sari")).understood).toMatchObject({ corrected_query: "banarasi sari" })
  expect((await search("haldee")).understood).toMatchObject({ corrected_query: null })
})

test("a changed synonym works within half a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  try {
    expect((await search("chamatkar")).names).toEqual([])
    await marketplace.rows(
      "INSERT INTO search_synonym (kind, words, means) VALUES ('means', '{Chamatkar}', '{silk saree}')",
    )
    vi.advanceTimersByTime(30_000)
    expect((await search("chamatkar")).names).toEqual(["Banarasi Silk Saree"])
    await marketplace.rows("UPDATE search_synonym SET means = '{red saree}' WHERE words = '{Chamatkar}'")
    vi.advanceTimersByTime(30_000)
    expect((await search("chamatkar")).names).toEqual(["Cotton Saree in Red"])
    await marketplace.rows("DELETE FROM search_synonym WHERE words = '{Chamatkar}'")
    vi.advanceTimersByTime(30_000)
    expect((await search("chamatkar")).names).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test("a query uses its first eight distinct words", async () => {
  const words = async (query: string) =>
    (
      await marketplace.rows<{ phrase: string }>("SELECT phrase FROM search_phrases($1, $2) WHERE length = 1", [
        query,
        LIVE_WORLD.id,
      ])
    ).map(({ phrase }) => phrase)
  expect(await words("c b c b phool-phool makhana")).toEqual(["c", "b", "phool", "makhana"])
  expect(await words(Array.from("bcdefghjklmnpqrstuvwxyz").join("."))).toHaveLength(8)
})

test.each([
  ["tsquery operators", "atta & | ! ( ) <-> :* ' \\"],
  ["quotation marks", "'''':*\"'"],
  ["120 letters", "m".repeat(120)],
  ["120 letters of Devanagari", "ड़".repeat(60)],
  ["120 different words of a letter", Array.from({ length: 60 }, (_, i) => String.fromCharCode(0x0905 + i)).join(" ")],
  ["emoji", "🪔 atta 🪔"],
  ["mixed scripts in a word", "makहाना मkhana"],
  ["only punctuation", "&|!()"],
  ["only stop words", "best price ka"],
  ["numbers and units", "12 kg 5 ".repeat(14)],
  ["prices", "under 5 above 9 ".repeat(7)],
  ["right to left", "\u202Eatta"],
])("a hostile query succeeds within 5 s: %s", async (_, words) => {
  const from = performance.now()
  await search(words.slice(0, 120))
  expect(performance.now() - from).toBeLessThan(5_000)
})
