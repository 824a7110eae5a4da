import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest"
import { blankDatabase, emptyTestDatabase, testDatabase, testFolder, type TestDatabase } from "@/testing/setup/database"
import { importCatalogue } from "@/commands/import"
import { CliError } from "@/commands/cli-error.mjs"
import { readSettings } from "@/commands/settings.mjs"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { exportCatalogue } from "./export-file"
import { importFile } from "./import-file"
import { ProgressBar, progressLine } from "./progress"

const TABLES = [
  "category",
  "brand",
  "store",
  "product",
  "product_image",
  "product_variant",
  "product_option",
  "product_option_value",
  "variant_option_value",
  "bundle_item",
  "listing",
  "product_detail",
  "search_word",
]

let folder: string
function fileOf(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""))
  return path
}
function importPath(url: string, path: string) {
  return importFile(url, () => createReadStream(path))
}
async function exported(url: string, name: string): Promise<string> {
  const path = join(folder, name)
  const out = createWriteStream(path)
  await exportCatalogue(url, out)
  out.end()
  await once(out, "close")
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(testFolder(), "catalogue-"))
})

describe("the demo's catalogue", { timeout: 120_000 }, () => {
  let database: TestDatabase
  let copy: TestDatabase
  let marketplace: TestMarketplace
  beforeAll(async () => {
    database = await testDatabase()
    copy = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
  })
  afterAll(async () => {
    await marketplace.close()
    await database.drop()
    await copy.drop()
  })

  // xmin changes when a row is written again, even with the same values.
  const dump = async (): Promise<Record<string, unknown[]>> => {
    const dumps = await Promise.all(
      TABLES.map(
        async (table) =>
          [
            table,
            await marketplace.rows(`SELECT t.xmin::text AS written, t.* FROM ${table} t ORDER BY t::text`),
          ] as const,
      ),
    )
    return Object.fromEntries(dumps)
  }

  test("importing its own export changes no row", async () => {
    await marketplace.rows("UPDATE product_variant SET position = position + 100 WHERE product_id % 7 = 0")
    // The sequences must not advance either: an import every night would use up the ids.
    const next = () =>
      marketplace.rows(
        "SELECT sequencename, last_value FROM pg_sequences WHERE sequencename LIKE 'product%' ORDER BY 1",
      )
    const [before, nextBefore] = [await dump(), await next()]
    const { errors, records } = await importPath(database.url, await exported(database.url, "same.ndjson"))
    expect(errors).toEqual([])
    expect(records.product).toBe(before.product?.length)
    expect(await dump()).toEqual(before)
    expect(await next()).toEqual(nextBefore)
  })

  test("an import into an empty database creates the same catalogue, with its listings", async () => {
    const first = await exported(database.url, "first.ndjson")
    expect((await importPath(copy.url, first)).errors).toEqual([])
    expect(readFileSync(await exported(copy.url, "second.ndjson"), "utf8")).toBe(readFileSync(first, "utf8"))
    const there = new TestMarketplace(copy.url)
    const listings = (from: TestMarketplace) =>
      from.rows(
        "SELECT slug, price, discount_percent, in_stock, rating_average, rating_count, popularity, published_at, search, card::jsonb #- '{id}' #- '{category,id}' AS card FROM listing ORDER BY slug",
      )
    const words = (from: TestMarketplace) =>
      from.rows("SELECT word FROM search_word WHERE EXISTS (SELECT FROM listing) ORDER BY word")
    const details = async (from: TestMarketplace) => {
      const rows = await from.rows<{ slug: string; parts: string }>(
        "SELECT slug, parts::text AS parts FROM product_detail JOIN product ON id = product_id ORDER BY slug",
      )
      return rows.map(({ slug, parts }) => [
        slug,
        parts.replaceAll(/(?<="(?:id|image_id)":|"variant_ids":\[[\d,]*)\d+/g, "n"),
      ])
    }
    try {
      expect(await listings(there)).toEqual(await listings(marketplace))
      expect(await details(there)).toEqual(await details(marketplace))
      expect(await words(there)).toEqual(await words(marketplace))
    } finally {
      await there.close()
    }
  })
})

describe("a catalogue file", { timeout: 120_000 }, () => {
  let database: TestDatabase
  let marketplace: TestMarketplace
  beforeAll(async () => {
    database = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
    await importPath(
      database.url,
      fileOf("base.ndjson", [
        { kind: "category", slug: "grocery", name: "Grocery" },
        { kind: "category", slug: "snacks", name: "Snacks", parent: "grocery" },
        { kind: "brand", slug: "kosi-farms", name: "Kosi Farms" },
        {
          kind: "store",
          slug: "mithila-haat",
          name: "Mithila Haat",
          status: "approved",
          city: "Darbhanga",
          district: "Darbhanga",
          state: "Bihar",
          pincode: "846004",
        },
        makhana,
      ]),
    )
  })
  afterAll(async () => {
    await marketplace.close()
    await database.drop()
  })

  const makhana = {
    kind: "product",
    slug: "phool-makhana",
    name: 'Phool Makhana \\ "classic"\tदाल',
    store: "mithila-haat",
    category: "snacks",
    brand: "kosi-farms",
    status: "active",
    popularity: 7,
    options: [{ name: "Weight", values: ["250 g", "1 kg"] }],
    images: [
      { path: "/media/a.svg", alt: "A", width: 800, height: 800 },
      { path: "/media/b.svg", alt: "B", width: 800, height: 800 },
    ],
    variants: [
      {
        sku: "MK-250",
        name: "250 g",
        price: 29_900,
        mrp: 34_900,
        stock: 5,
        image: 0,
        options: [{ name: "Weight", value: "250 g" }],
      },
      {
        sku: "MK-1000",
        name: "1 kg",
        price: 99_900,
        mrp: 99_900,
        stock: 0,
        image: 1,
        options: [{ name: "Weight", value: "1 kg" }],
      },
    ],
  }
  const [small, large] = makhana.variants
  const load = (name: string, lines: readonly unknown[]) => importPath(database.url, fileOf(name, lines))
  const ids = () => marketplace.rows("SELECT id, sku, position FROM product_variant ORDER BY sku")
  const catalogue = () =>
    marketplace.rows(
      "SELECT slug, name FROM product UNION ALL SELECT slug, name FROM brand UNION ALL SELECT slug, name FROM category ORDER BY 1",
    )

  test("creates a complete product with its listing", async () => {
    const [listing] = await marketplace.rows<{ card: unknown; category_ids: number[] }>(
      "SELECT card, category_ids FROM listing",
    )
    expect(listing).toMatchObject({
      card: {
        slug: "phool-makhana",
        name: makhana.name,
        type: "variable",
        price: 29_900,
        in_stock: true,
        image: "/media/a.svg",
        brand: { slug: "kosi-farms" },
      },
    })
    expect(listing?.category_ids).toHaveLength(2)
    expect(
      await marketplace.rows(
        "SELECT v.sku, o.value FROM variant_option_value JOIN product_variant v ON v.id = variant_id JOIN product_option_value o ON o.id = option_value_id ORDER BY sku",
      ),
    ).toEqual([
      { sku: "MK-1000", value: "1 kg" },
      { sku: "MK-250", value: "250 g" },
    ])
  })

  test("updates what differs, keeps IDs and popularity, and reorders variants", async () => {
    const before = await ids()
    const { popularity: _, ...rest } = makhana
    expect(
      (
        await load("changed.ndjson", [
          {
            ...rest,
            images: makhana.images.slice(0, 1),
            variants: [{ ...large, image: 0, stock: 3, price: 9_900 }, small],
          },
        ])
      ).errors,
    ).toEqual([])
    expect(await ids()).toEqual(
      before.map((row) => ({ ...row, position: (row as { sku: string }).sku === "MK-250" ? 1 : 0 })),
    )
    const [listing] = await marketplace.rows("SELECT card->'price' AS price, popularity FROM listing")
    expect(listing).toEqual({ price: 9_900, popularity: 7 })
    expect(await marketplace.rows("SELECT updated_at > created_at AS later FROM product")).toEqual([{ later: true }])
    expect((await load("fewer.ndjson", [{ ...makhana, variants: [small] }])).errors).toEqual([])
    expect(await marketplace.rows("SELECT sku FROM product_variant")).toEqual([{ sku: "MK-250" }])
  })

  test("stores translated names, keeps them if a later file has none, and removes them if it says so", async () => {
    const names = () =>
      marketplace.rows(
        "SELECT p.names AS product, c.names AS category FROM product p JOIN category c ON c.id = p.category_id",
      )
    const finds = async (word: string) =>
      (await marketplace.rows("SELECT FROM listing WHERE search @@ phraseto_tsquery('english', $1)", [word])).length ===
      1
    const snacks = { kind: "category", slug: "snacks", name: "Snacks", parent: "grocery" }
    const inHindi = { hi: "फूल मखाना" }
    expect((await load("none.ndjson", [makhana])).errors).toEqual([])
    expect(await finds("नाश्ता")).toBe(false)
    const { errors } = await load("named.ndjson", [
      { ...snacks, names: { hi: "नाश्ता", mai: "जलखै" } },
      { ...makhana, names: { ...inHindi, mai: "फूल मखान" } },
    ])
    expect(errors).toEqual([])
    expect(await names()).toEqual([
      { product: { hi: "फूल मखाना", mai: "फूल मखान" }, category: { hi: "नाश्ता", mai: "जलखै" } },
    ])
    expect(await Promise.all(["नाश्ता", "जलखै", "फूल मखाना", "फूल मखान", "grocery"].map(finds))).toEqual(
      Array(5).fill(true),
    )
    expect(await marketplace.rows("SELECT word FROM search_word WHERE word IN ('जलखै', 'मखान') ORDER BY word")).toEqual([
      { word: "जलखै" },
      { word: "मखान" },
    ])
    const again = await exported(database.url, "named-again.ndjson")
    expect(readFileSync(again, "utf8")).toContain('"names":{"hi":"नाश्ता","mai":"जलखै"}')
    await load("unnamed.ndjson", [snacks, makhana])
    expect(await names()).toEqual([
      { product: { hi: "फूल मखाना", mai: "फूल मखान" }, category: { hi: "नाश्ता", mai: "जलखै" } },
    ])
    await load("fewer-names.ndjson", [
      { ...snacks, names: {} },
      { ...makhana, names: inHindi },
    ])
    expect(await names()).toEqual([{ product: inHindi, category: {} }])
    expect(await Promise.all(["नाश्ता", "मखान", "मखाना"].map(finds))).toEqual([false, false, true])
    const wrong = await load("wrong-names.ndjson", [
      { ...snacks, names: { hi: " " } },
      { ...makhana, names: { fr: "Makhana", mai: "म".repeat(501) } },
      { ...makhana, names: "फूल मखाना" },
    ])
    expect(wrong.errors.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
      "1 names.hi: must have a character that can be seen",
      '2 names: Unrecognized key: "fr"',
      "2 names.mai: Too big: expected string to have <=500 characters",
      "3 names: Invalid input: expected object, received string",
    ])
    for (const stored of ['{"fr":"x"}', '{"hi":""}', '{"hi":1}', '{"mai":null}', "[]", '"x"', "null"])
      for (const table of ["product", "category"])
        await expect(marketplace.rows(`UPDATE ${table} SET names = $1`, [stored])).rejects.toThrow(`${table}_names`)
  })

  test("removes the listing of an archived product, and restores it", async () => {
    await load("archived.ndjson", [{ ...makhana, status: "archived" }])
    expect(await marketplace.rows("SELECT FROM listing")).toHaveLength(0)
    await load("active.ndjson", [makhana])
    expect(await marketplace.rows("SELECT FROM listing")).toHaveLength(1)
  })

  test("with invalid lines is rejected as a whole, with the line and field of each error", async () => {
    const before = await catalogue()
    const other = { ...makhana, slug: "other", variants: [{ ...small, sku: "OTHER" }] }
    const { errors } = await load("wrong.ndjson", [
      { kind: "brand", slug: "new-brand", name: "New" },
      "{",
      { kind: "brand", slug: "Not A Slug", name: "x" },
      { ...makhana, slug: "a", variants: [{ ...small, sku: "A", price: 2, mrp: 1 }] },
      { ...makhana, slug: "b", variants: [{ ...small, sku: "B", price: -1 }], surplus: true },
      {
        ...other,
        slug: "c",
        variants: [{ ...small, sku: "C" }],
        store: "nobody",
        brand: "nothing",
        category: "nowhere",
      },
      { ...makhana, slug: "d" },
      other,
      { ...other, slug: "e" },
      { ...other, variants: [{ ...small, sku: "F" }] },
      { kind: "category", slug: "orphan", name: "Orphan", parent: "missing" },
      { kind: "category", slug: "below-orphan", name: "Below", parent: "orphan" },
      { kind: "category", slug: "grocery", name: "Grocery", parent: "snacks" },
      {
        ...other,
        slug: "set",
        options: [],
        variants: [{ ...small, sku: "SET", options: [] }],
        bundle: [
          { sku: "MK-250", quantity: 2 },
          { sku: "NONE", quantity: 1 },
        ],
      },
      { kind: "product" },
      { ...makhana, variants: [{ ...small, name: "\ud800" }] },
    ])
    expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
      "2 ",
      "3 slug",
      "4 variants.0.mrp",
      "5 ",
      "5 variants.0.price",
      "6 brand",
      "6 category",
      "6 store",
      "7 variants.0.sku",
      "7 variants.1.sku",
      "9 variants.0.sku",
      "10 slug",
      "11 parent",
      "13 parent",
      "14 bundle.1.sku",
      "15 name",
      "15 slug",
      "15 store",
      "15 variants",
      "16 variants.0.name",
    ])
    expect(errors.find(({ line, field }) => line === 7 && field === "variants.0.sku")?.message).toBe(
      "MK-250 belongs to the product phool-makhana",
    )
    expect(await catalogue()).toEqual(before)
  })

  test("is read up to a hundred errors", async () => {
    const { errors } = await load(
      "hopeless.ndjson",
      Array.from({ length: 5_000 }, (_, index) => ({ kind: "brand", slug: `b-${index}` })),
    )
    expect(errors).toHaveLength(100)
    expect(errors.at(-1)?.line).toBe(100)
  })

  test("reports that there may be more than a hundred errors, also errors found by the database", async () => {
    const { errors, more } = await load(
      "homeless.ndjson",
      Array.from({ length: 150 }, (_, index) => ({
        ...makhana,
        slug: `homeless-${index}`,
        store: "nobodys",
        options: [],
        variants: [{ sku: `HL-${index}`, name: "one", price: 1, mrp: 1 }],
      })),
    )
    expect([errors.length, more]).toEqual([100, true])
  })

  test("is not read to its end when too many records depend on a rejected one", async () => {
    const variants = (index: number) =>
      Array.from({ length: 25 }, (_, nth) => ({ sku: `H-${index}-${nth}`, name: "one", price: 1, mrp: 1 }))
    const hanging = Array.from({ length: 15_000 }, (_, index) => ({
      kind: "product",
      slug: `h-${index}`,
      name: "Hanging",
      store: "refused",
      variants: variants(index),
    }))
    const { errors, more, records } = await load("hanging.ndjson", [
      { kind: "store", slug: "refused", name: "Refused", status: "approved" },
      ...hanging,
    ])
    expect(new Set(errors.map(({ line }) => line))).toEqual(new Set([1]))
    expect(more).toBe(true)
    expect(records.product).toBeLessThan(15_000)
  })

  test("with a duplicate slug in a later batch is rejected", async () => {
    const product = (index: number) => ({
      ...makhana,
      slug: `p-${index}`,
      options: [],
      images: [],
      variants: [{ sku: `P-${index}`, name: "one", price: 1, mrp: 1 }],
    })
    const lines = Array.from({ length: 6_000 }, (_, index) => product(index))
    expect((await load("twice.ndjson", [...lines, product(3)])).errors).toEqual([
      { line: 6_001, field: "slug", message: "is on line 4 already" },
    ])
    expect((await load("once.ndjson", lines)).records.product).toBe(6_000)
    expect(await marketplace.rows("SELECT FROM listing")).toHaveLength(6_001)
  })

  test("can be imported by a role that may not disable foreign keys", async () => {
    const role = `importer_${process.pid}`
    await marketplace.rows(
      `CREATE ROLE ${role} LOGIN PASSWORD 'import' IN ROLE pg_read_all_data, pg_write_all_data, pg_maintain`,
    )
    for (const table of ["listing", "search_word"]) await marketplace.rows(`ALTER TABLE ${table} OWNER TO ${role}`)
    try {
      const url = new URL(database.url)
      Object.assign(url, { username: role, password: "import" })
      const { errors } = await importPath(
        url.href,
        fileOf("humble.ndjson", [{ ...makhana, slug: "humble", variants: [{ ...small, sku: "HUMBLE" }] }]),
      )
      expect(errors).toEqual([])
      expect(await marketplace.rows("SELECT FROM listing WHERE slug = 'humble'")).toHaveLength(1)
    } finally {
      await marketplace.rows(`REASSIGN OWNED BY ${role} TO CURRENT_USER`)
      await marketplace.rows(`DROP ROLE ${role}`)
    }
  })

  test("is rejected when a brand that it names is deleted concurrently", async () => {
    await load("brands.ndjson", [{ kind: "brand", slug: "passing", name: "Passing" }])
    const remover = await marketplace.db.connect()
    await remover.query("BEGIN; DELETE FROM brand WHERE slug = 'passing'")
    const loading = load("passing.ndjson", [
      { ...makhana, slug: "passing", brand: "passing", variants: [{ ...small, sku: "PASSING" }] },
    ])
    loading.catch(() => undefined)
    try {
      const waiting = () =>
        marketplace.rows(
          "SELECT FROM pg_stat_activity WHERE application_name = 'haat import' AND wait_event_type = 'Lock'",
        )
      await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
      await remover.query("COMMIT")
    } finally {
      remover.release(true)
    }
    await expect(loading).rejects.toThrow(/the database refuses the lines 1 to 1/)
    expect(await marketplace.rows("SELECT FROM product WHERE slug = 'passing'")).toHaveLength(0)
  })

  test.each(["", "   ", "\u200b", "\u00a0\u2003", "\u2800\ufe0f"])(
    "with invisible names is rejected: %j",
    async (unseen) => {
      const { errors } = await load("unseen.ndjson", [
        { kind: "category", slug: "unseen", name: unseen },
        { kind: "brand", slug: "unseen", name: unseen },
        {
          ...makhana,
          slug: "unseen",
          name: unseen,
          options: [{ name: unseen, values: [unseen] }],
          variants: [{ ...small, sku: unseen, name: unseen, options: [] }],
        },
      ])
      expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
        "1 name",
        "2 name",
        "3 name",
        "3 options.0.name",
        "3 options.0.values.0",
        "3 variants.0.name",
        "3 variants.0.sku",
      ])
    },
  )

  test.each(["0000-01-01T00:00:00Z", "2026-01-01T00:00:00+16:00", "2026-01-01T00:00:00-23:59"])(
    "with a timestamp outside PostgreSQL's range is rejected: %s",
    async (moment) => {
      const { errors } = await load("moment.ndjson", [{ ...makhana, slug: "early", published_at: moment }])
      expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual(["1 published_at"])
    },
  )

  test("may have names with zero-width joiners", async () => {
    expect((await load("joined.ndjson", [{ kind: "brand", slug: "joined", name: "क्\u200dष" }])).errors).toEqual([])
  })

  test("with a bundle that contains its own variant is rejected", async () => {
    const set = {
      ...makhana,
      slug: "own",
      options: [],
      variants: [{ sku: "OWN", name: "Set", price: 1, mrp: 1, stock: 1 }],
      bundle: [
        { sku: "MK-250", quantity: 2 },
        { sku: "OWN", quantity: 1 },
      ],
    }
    expect((await load("own.ndjson", [set])).errors).toEqual([
      { line: 1, field: "bundle.1.sku", message: "is a variant of the bundle itself" },
    ])
  })

  test("lists a bundle before the bundle that contains it, whichever is older", async () => {
    const plain = (slug: string) => ({
      ...makhana,
      slug,
      options: [],
      variants: [{ sku: slug.toUpperCase(), name: "Set", price: 1, mrp: 1, stock: 1 }],
    })
    await load("outer.ndjson", [plain("outer")])
    expect((await load("inner.ndjson", [{ ...plain("inner"), bundle: [{ sku: "P-1", quantity: 2 }] }])).errors).toEqual(
      [],
    )
    expect(
      (await load("nested.ndjson", [{ ...plain("outer"), bundle: [{ sku: "INNER", quantity: 1 }] }])).errors,
    ).toEqual([])
    const lines = readFileSync(await exported(database.url, "nested-again.ndjson"), "utf8").split("\n")
    const place = (slug: string): number => lines.findIndex((line) => line.includes(`"slug":"${slug}"`))
    expect(place("inner")).toBeGreaterThan(0)
    expect(place("outer")).toBeGreaterThan(place("inner"))
  })

  test("cannot remove a variant that is part of a bundle", async () => {
    const set = {
      ...makhana,
      slug: "set",
      options: [],
      variants: [{ sku: "SET", name: "Set", price: 1, mrp: 1, stock: 1 }],
      bundle: [{ sku: "P-1", quantity: 2 }],
    }
    expect((await load("set.ndjson", [set])).errors).toEqual([])
    const { errors } = await load("lacking.ndjson", [
      { ...makhana, slug: "p-1", options: [], variants: [{ sku: "P-1-NEW", name: "one", price: 1, mrp: 1 }] },
    ])
    expect(errors).toEqual([{ line: 1, field: "variants", message: "lacks P-1, which is part of a bundle" }])
  })
})

describe("the catalogue commands", () => {
  let output = ""
  let heard: MockInstance[]
  beforeEach(() => {
    output = ""
    const hear = (text: unknown): boolean => {
      output += String(text)
      return true
    }
    heard = [
      vi.spyOn(process.stdout, "write").mockImplementation(hear),
      vi.spyOn(process.stderr, "write").mockImplementation(hear),
    ]
  })
  afterEach(() => heard.forEach((spy) => spy.mockRestore()))

  test("an import into a database without tables is rejected with an instruction, also for an empty file", async () => {
    const blank = await blankDatabase()
    try {
      for (const lines of [[{ kind: "brand", slug: "new", name: "New" }], []]) {
        const work = importCatalogue(
          readSettings({ ...process.env, DATABASE_URL: blank.url }),
          [fileOf("early.ndjson", lines)],
          "/",
        )
        await expect(work).rejects.toThrow(CliError)
        await expect(work).rejects.toThrow(/has no tables yet: run npm start first, with the same DATABASE_URL$/)
      }
    } finally {
      await blank.drop()
    }
  })

  test.each([
    ["import", "early.ndjson"],
    ["export", "-"],
    ["oauth:register", "--name", "App", "--redirect-uri", "https://app.example/callback"],
    ["oauth:roll-keys"],
  ])("each command reports missing tables in one line: %s", async (command, ...args) => {
    const blank = await blankDatabase()
    try {
      if (command === "import") fileOf("early.ndjson", [{ kind: "brand", slug: "new", name: "New" }])
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [resolve("src/commands/haat.mjs"), command, ...args],
        { encoding: "utf8", env: { ...process.env, DATABASE_URL: blank.url, INIT_CWD: folder } },
      )
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: "",
        stderr: expect.stringMatching(
          /^haat: .* has no tables yet: run npm start first, with the same DATABASE_URL\n$/,
        ) as string,
      })
    } finally {
      await blank.drop()
    }
  })

  test.each(["README.md", "docs/import.md"])("the example in %s can be imported", async (document) => {
    const database = await emptyTestDatabase()
    try {
      const shown = /```json\n(\{"kind":.*?)```/s.exec(readFileSync(document, "utf8"))?.[1]
      writeFileSync(join(folder, "above.ndjson"), '{"kind":"category","slug":"grocery","name":"Grocery"}\n')
      writeFileSync(join(folder, "shown.ndjson"), shown ?? "")
      expect(
        await importCatalogue(
          readSettings({ ...process.env, DATABASE_URL: database.url }),
          ["above.ndjson", "shown.ndjson"],
          folder,
        ),
      ).toBe(true)
      expect(output).toMatch(/shown\.ndjson: .*1 product/)
    } finally {
      await database.drop()
    }
  })

  test("a piped import waits for a running import", async () => {
    const database = await emptyTestDatabase()
    const marketplace = new TestMarketplace(database.url)
    const other = await marketplace.db.connect()
    try {
      await other.query("SELECT pg_advisory_lock(7221004120)")
      const command = spawn(process.execPath, [resolve("src/commands/haat.mjs"), "import", "-"], {
        env: { ...process.env, DATABASE_URL: database.url },
      })
      const ended = once(command, "close")
      let printed = ""
      for (const out of [command.stdout, command.stderr]) out.on("data", (text) => (printed += String(text)))
      command.stdin.end(`${JSON.stringify({ kind: "brand", slug: "piped", name: "Piped" })}\n`)
      await expect.poll(() => printed, { timeout: 60_000 }).toContain("waits for another import to end")
      expect(await marketplace.rows("SELECT FROM brand")).toEqual([])
      await other.query("SELECT pg_advisory_unlock_all()")
      expect(await ended).toEqual([0, null])
      expect(printed).toMatch(/standard input: 1 brand, /)
      expect(await marketplace.rows("SELECT name FROM brand")).toEqual([{ name: "Piped" }])
    } finally {
      other.release(true)
      await marketplace.close()
      await database.drop()
    }
  })

  test("a lost database connection is reported in one line, with an instruction", async () => {
    const database = await emptyTestDatabase()
    const marketplace = new TestMarketplace(database.url)
    try {
      const command = spawn(process.execPath, [resolve("src/commands/haat.mjs"), "import", "-"], {
        env: { ...process.env, DATABASE_URL: database.url },
      })
      const ended = once(command, "close")
      let printed = ""
      for (const out of [command.stdout, command.stderr]) out.on("data", (text) => (printed += String(text)))
      const importers = "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'haat import'"
      await expect
        .poll(() => marketplace.rows(`SELECT ${importers} AND state = 'idle in transaction'`), { timeout: 60_000 })
        .toHaveLength(1)
      await marketplace.rows(`SELECT pg_terminate_backend(pid) ${importers}`)
      command.stdin.end(`${JSON.stringify({ kind: "brand", slug: "lost", name: "Lost" })}\n`)
      expect(await ended).toEqual([1, null])
      expect(printed).toMatch(
        /^haat: the connection to the database broke, and nothing of standard input was kept \(.*\): load it again once the database answers\n$/,
      )
      expect(await marketplace.rows("SELECT FROM brand")).toEqual([])
    } finally {
      await marketplace.close()
      await database.drop()
    }
  })

  test("an import is reported as done even if the role may not update the statistics", async () => {
    const database = await emptyTestDatabase()
    const marketplace = new TestMarketplace(database.url)
    const role = `loader_${randomBytes(6).toString("hex")}`
    try {
      await marketplace.rows(`CREATE ROLE ${role} LOGIN PASSWORD 'loader'`)
      await marketplace.rows(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`)
      await marketplace.rows(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
      const url = new URL(database.url)
      Object.assign(url, { username: role, password: "loader" })
      expect(
        await importCatalogue(
          readSettings({ ...process.env, DATABASE_URL: url.href }),
          [fileOf("kept.ndjson", [{ kind: "brand", slug: "kept", name: "Kept" }])],
          "/",
        ),
      ).toBe(true)
      expect(output).toMatch(
        /1 brand, .*\n.* was imported, but its statistics could not be updated; autovacuum will do it: must be owner of index/,
      )
      expect(await marketplace.rows("SELECT name FROM brand")).toEqual([{ name: "Kept" }])
    } finally {
      await marketplace.rows(`DROP OWNED BY ${role}`)
      await marketplace.rows(`DROP ROLE ${role}`)
      await marketplace.close()
      await database.drop()
    }
  })
})

test("the progress line shows percentage, rate and time left", () => {
  expect(progressLine(250, 1_000, 500, 10)).toBe(
    `${"█".repeat(6)}${"░".repeat(18)}  25 %  500 records, 50/s, 0:30 left`,
  )
  expect(progressLine(0, 1_000, 0, 0)).toContain("--:-- left")
  expect(progressLine(10, null, 10, 2)).toBe("10 records, 5/s, 0:02")
})

test("progress is redrawn on a terminal, and written as occasional lines elsewhere", () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  const printed = { terminal: "", file: "" }
  const bars = (["terminal", "file"] as const).map(
    (kind) => new ProgressBar(100, { isTTY: kind === "terminal", write: (text: string) => (printed[kind] += text) }),
  )
  for (let second = 1; second <= 25; second++) {
    vi.advanceTimersByTime(1_000)
    for (const bar of bars) bar.show(second, second)
  }
  vi.useRealTimers()
  expect(printed.terminal.match(/\r/g)).toHaveLength(25)
  expect(printed.file.split("\n")).toEqual([expect.stringContaining(" 10 %"), expect.stringContaining(" 20 %"), ""])
})
