import { readFile } from "node:fs/promises"
import { expect, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import { account, setLocale, signIn } from "./marketplace"

type Words = typeof en.StaffSynonyms

/** Chooses an action of a synonym from the menu of its row. */
async function choose(page: Page, t: Words, action: "edit_name" | "remove_name", word: string): Promise<void> {
  await page.getByRole("button", { name: t.actions_of.replace("{words}", word) }).click()
  await page.getByRole("button", { name: t[action].replace("{words}", word) }).click()
}

test("in Hindi: staff add a synonym, see what it does to a query, and remove it", async ({ page }) => {
  const t = hi.StaffSynonyms
  const word = `chamatkar${Date.now() % 1e6}`
  await signIn(page, account("staff"), "/staff/synonyms")
  await setLocale(page, "hi")
  await page.goto(`/staff/synonyms/try?q=${word}`)
  await expect(page.getByText(t.source_unknown)).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: t.title }).click()

  await page.getByRole("button", { name: t.add, exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: t.words }).fill(`${word}\nhaldi`)
  await dialog.getByRole("textbox", { name: t.means }).fill("turmeric")
  await dialog.getByRole("button", { name: t.add_submit }).click()
  const words = dialog.getByRole("textbox", { name: t.words })
  await expect(words).toHaveAccessibleDescription(new RegExp(t.problem_taken))
  await expect(words, "what was typed").toHaveValue(`${word}\nhaldi`)
  await words.fill(word)
  await dialog.getByRole("button", { name: t.add_submit }).click()
  await expect(page.getByRole("status").getByText(t.added)).toBeVisible()
  const row = page.getByRole("main").getByRole("row").filter({ hasText: word })
  await expect(row).toContainText("turmeric")

  await page.goto(`/staff/synonyms/try?q=${word}`)
  await expect(page.getByText(t.source_synonym, { exact: true })).toBeVisible()
  await expect(
    page
      .getByRole("list")
      .getByRole("link", { name: /turmeric/i })
      .first(),
  ).toBeVisible()
  await page.goto("/staff/synonyms")
  await choose(page, t, "remove_name", word)
  await dialog.getByRole("button", { name: t.remove_submit }).click()
  await expect(page.getByRole("status").getByText(t.removed)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.goto("/staff/audit?action=search_synonym")
  await expect(page.getByRole("row", { name: "search_synonym.deleted" }).first()).toBeVisible()
})

test("a synonym that someone else changed or removed meanwhile keeps what was typed", async ({ page }) => {
  const t = en.StaffSynonyms
  const word = `chamatkar${Date.now() % 1e6}`
  await signIn(page, account("staff"), "/staff/synonyms")
  const other = await page.context().newPage()
  const dialog = page.getByRole("dialog")
  const edit = async (on: typeof page, meaning: string): Promise<void> => {
    const words = on.getByRole("dialog").getByRole("textbox", { name: t.means })
    if ((await words.count()) === 0) await choose(on, t, "edit_name", word)
    await words.fill(meaning)
    await on.getByRole("dialog").getByRole("button", { name: t.save }).click()
  }
  await page.getByRole("button", { name: t.add, exact: true }).click()
  await dialog.getByRole("textbox", { name: t.words }).fill(word)
  await dialog.getByRole("textbox", { name: t.means }).fill("turmeric")
  await dialog.getByRole("button", { name: t.add_submit }).click()
  await expect(page.getByText(t.added)).toBeVisible()
  await choose(page, t, "edit_name", word)
  await expect(dialog).toBeVisible()

  await other.goto("/staff/synonyms")
  await edit(other, "saree")
  await expect(other.getByText(t.saved)).toBeVisible()
  await edit(page, "silk")
  await expect(dialog.getByRole("alert")).toContainText(t.changed_meanwhile)
  await expect(dialog.getByRole("alert")).toContainText("saree")
  await expect(dialog.getByRole("textbox", { name: t.means })).toHaveValue("silk")
  await edit(page, "silk")
  await expect(page.getByText(t.saved)).toBeVisible()
  await expect(page.getByRole("row").filter({ hasText: word })).toContainText("silk")

  await choose(page, t, "edit_name", word)
  await expect(dialog).toBeVisible()
  await other.goto("/staff/synonyms")
  await choose(other, t, "remove_name", word)
  await other.getByRole("dialog").getByRole("button", { name: t.remove_submit }).click()
  await expect(other.getByText(t.removed)).toBeVisible()
  await edit(page, "cotton")
  await expect(dialog.getByRole("alert")).toContainText(t.removed_meanwhile)
  await dialog.getByRole("button", { name: t.add_again }).click()
  await expect(page.getByRole("row").filter({ hasText: word })).toContainText("cotton")
})

test("synonyms are exported, and a corrected file is imported", async ({ page }) => {
  const t = en.StaffSynonyms
  const word = `chamatkar${Date.now() % 1e6}`
  await signIn(page, account("staff"), "/staff/synonyms")
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: en.Table.export }).click(),
  ])
  expect(download.suggestedFilename()).toBe("synonyms.csv")
  const exported = await readFile(await download.path(), "utf8")
  expect(exported).toContain("means,haldi|")
  const lines = exported.split("\r\n").length

  await page.getByRole("button", { name: t.import, exact: true }).click()
  const dialog = page.getByRole("dialog")
  const chooseFile = (content: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "synonyms.csv", mimeType: "text/csv", buffer: Buffer.from(content) })
  await dialog.getByLabel(t.mode_replace).check()
  await chooseFile(`${exported}unsold,=${word},\r\n`)
  await dialog.getByRole("button", { name: t.import_check }).click()
  await expect(dialog.getByRole("alert")).toContainText(`Line ${lines}: “=${word}”: ${t.problem_malformed}`)
  await chooseFile(`${exported}unsold,${word},\r\n`)
  await dialog.getByRole("button", { name: t.import_check }).click()
  await expect(dialog.getByRole("status")).toContainText("Added: 1. Removed: 0.")
  await dialog.getByRole("button", { name: t.import_apply }).click()
  await expect(page.getByText("The file is applied. Added: 1.")).toBeVisible()
  await expect(page.locator("tbody").getByRole("row").first()).toContainText(word)
})

test.describe("the catalogue's search", () => {
  test("says what it corrected and what it took a query to mean", async ({ page }) => {
    const t = en.Catalogue
    await page.goto("/products")
    const box = page.getByRole("search").getByRole("combobox")
    const firstProduct = page.getByRole("main").locator('h2 a[href^="/products/"]').first()
    const search = async (words: string): Promise<void> => {
      await box.fill(words)
      await box.press("Enter")
      await page.waitForURL((url) => url.searchParams.get("q") === words)
    }
    await search("haldi powdr")
    await expect(page.getByText(t.corrected_search.replace("{words}", "haldi powder"))).toBeVisible()
    await expect(firstProduct).toContainText(/turmeric/i)
    await search("कुर्ता ५०० से कम")
    await expect(firstProduct).toContainText(/kurta/i)
  })
})
