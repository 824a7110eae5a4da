import { cpSync, mkdtempSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { blankDatabase, testFolder } from "@/testing/setup/database"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { migrate } from "./migrate"

const FOLDER = "prisma/migrations"

test("the migration rewrites older product JSON in the documented order and without whitespace", async () => {
  const before = mkdtempSync(join(testFolder(), "migrations-"))
  for (const name of readdirSync(FOLDER).filter((each) => each < "20260501000048"))
    cpSync(join(FOLDER, name), join(before, name), { recursive: true })
  const database = await blankDatabase()
  const marketplace = new TestMarketplace(database.url)
  try {
    await migrate(database.url, before)
    const store = await marketplace.store("Mithila Haat")
    const category = await marketplace.category("Fox nuts")
    const id = await marketplace.product({
      name: 'Makhana, "Classic" : 250 g',
      slug: "makhana",
      store,
      category,
      brand: await marketplace.brand("Kosi Farms"),
      description: '{ "a" : 1 }, popped',
    })
    const hidden = await marketplace.product({ name: "Draft", store, status: "draft" })
    const read = () =>
      marketplace.rows<{ id: number; card: string | null; parts: string }>(
        "SELECT d.product_id AS id, l.card::text AS card, d.parts::text AS parts FROM product_detail d LEFT JOIN listing l USING (product_id) ORDER BY 1",
      )
    const old = await read()
    expect(old.map((row) => row.id)).toEqual([id, hidden])
    expect(old[0]?.card).toContain('": ')

    await migrate(database.url)
    const now = await read()
    expect(now.map(({ card, parts }) => [card && (JSON.parse(card) as unknown), JSON.parse(parts) as unknown])).toEqual(
      old.map(({ card, parts }) => [card && (JSON.parse(card) as unknown), JSON.parse(parts) as unknown]),
    )
    for (const { card, parts } of now)
      for (const text of [card, parts])
        if (text) expect(text.replace('"average":0.0', '"average":0')).toBe(JSON.stringify(JSON.parse(text)))
    const [card, parts] = [now[0]?.card, now[0]?.parts].map(
      (text) => JSON.parse(text ?? "") as { [name: string]: object[] },
    )
    expect(Object.keys(card ?? {}).join(" ")).toBe(
      "id slug name type short_description currency price mrp discount_percent in_stock rating category brand seller image url published_at",
    )
    expect(
      [card?.rating, card?.category, card?.brand, card?.seller].map((inner) => Object.keys(inner ?? {}).join(" ")),
    ).toEqual(["average count", "id slug name", "slug name", "store name is_official"])
    expect(Object.keys(parts ?? {}).join(" ")).toBe("description options images variants")
    expect(Object.keys(parts?.images?.[0] ?? {}).join(" ")).toBe("id path alt position width height variant_ids")
    expect(Object.keys(parts?.variants?.[0] ?? {}).join(" ")).toBe(
      "id sku name options price mrp discount_percent in_stock image_id position",
    )
    // Later changes keep the JSON in the same form.
    await marketplace.rows("UPDATE product_variant SET price = 9000 WHERE product_id = $1", [id])
    expect((await read())[0]?.card).toBe(
      now[0]?.card?.replace('"price":10000', '"price":9000').replace('"discount_percent":0', '"discount_percent":10'),
    )
  } finally {
    await marketplace.close()
    await database.drop()
  }
})
