import { type Browser, expect, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { account, callPortal, openEmail, signIn, setLocale } from "./marketplace"
import { approveStore, signUpVerified } from "./signup"

interface Person {
  page: Page
  name: string
  email: string
}

/** A new person, in a browser of their own. */
async function newPerson(browser: Browser, locale: "en" | "mai", name: string): Promise<Person> {
  const page = await browser.newPage()
  const person = await signUpVerified(page.context(), locale, name)
  await signIn(page, person, "/store")
  return { page, name, email: person.email }
}

/** A store name that is unique in the market. */
function storeName(): string {
  return `Madhubani ${Date.now()}`
}

test("in Maithili: a store application is declined, repeated and approved", async ({ page, browser }) => {
  const { OpenStore: t, StaffStores: staff, Mail: mail } = mai
  const owner = await newPerson(browser, "mai", "आशा झा")
  const store = storeName()
  const apply = async (): Promise<void> => {
    await owner.page.goto("/store")
    await owner.page.getByRole("main").getByRole("link", { name: mai.Store.open_store }).click()
    for (const [label, value] of [
      [t.name, store],
      [t.city, "मधुबनी"],
      [t.district, "मधुबनी"],
      [t.state, "बिहार"],
      [t.pincode, "847211"],
    ] as const)
      await owner.page.getByLabel(label, { exact: true }).fill(value)
    await owner.page.getByRole("button", { name: t.submit }).click()
    await owner.page.waitForURL("/store")
    await expect(owner.page.getByText(mai.Store.pending_title.replace("{store}", store))).toBeVisible()
  }
  await owner.page.goto("/store/open")
  await owner.page.getByLabel(t.pincode).fill("84")
  await owner.page.getByRole("button", { name: t.submit }).click()
  await expect(owner.page.getByLabel(t.name, { exact: true })).toBeFocused()
  await expect(owner.page.getByLabel(t.pincode)).toHaveAccessibleDescription(t.error_pincode)
  await apply()

  await signIn(page, account("staff"), "/staff/stores")
  await setLocale(page, "mai")
  const decide = async (decision: string, words: string): Promise<void> => {
    await page.goto("/staff/stores?status=pending")
    await page.getByRole("searchbox", { name: staff.search }).fill(store)
    await page.getByRole("searchbox", { name: staff.search }).press("Enter")
    await page.waitForURL(/q=/)
    await page.getByRole("link", { name: store, exact: true }).click()
    await page.getByLabel(staff.message).fill(words)
    await page.getByRole("button", { name: decision }).click()
    await expect(page.getByText(staff.not_found)).toBeVisible()
  }
  await decide(staff.decline, "पहिने पूरा पता लिखू।")
  await openEmail(owner.page, owner.email, mail.store_declined.subject)
  await expect(owner.page.getByRole("main")).toContainText("पहिने पूरा पता लिखू।")
  await apply()
  await decide(staff.approve, "स्वागत अछि।")
  await openEmail(owner.page, owner.email, mail.store_approved.subject)
  await owner.page.goto("/store")
  await expect(owner.page.getByText(mai.Store.empty_all)).toBeVisible()
  await owner.page.close()
})

test("a member is invited, changes roles, becomes the owner and removes the previous owner", async ({ browser }) => {
  const t = en.StorePeople
  const [asha, ravi] = [await newPerson(browser, "en", "Asha Jha"), await newPerson(browser, "en", "Ravi Mishra")]
  const name = storeName()
  await callPortal(asha.page, "stores.open", {
    name,
    city: "Madhubani",
    district: "Madhubani",
    state: "Bihar",
    pincode: "847211",
  })
  await approveStore(name)
  const row = (of: Person, { email }: Person) => of.page.getByRole("main").getByRole("row").filter({ hasText: email })
  const act = async (of: Person, on: Person, action: string): Promise<void> => {
    await row(of, on)
      .getByRole("button", { name: t.actions_of.split("{")[0] ?? "" })
      .click()
    await of.page.getByRole("button", { name: action, exact: true }).click()
  }

  await asha.page.goto("/store/people?mode=sandbox")
  await expect(asha.page.getByText(t.live_store.replace("{store}", name))).toBeVisible()
  await asha.page.goto("/store/people?mode=live")
  await asha.page.getByRole("button", { name: t.invite_title }).click()
  const invitation = asha.page.getByRole("dialog", { name: t.invite_to.replace("{store}", name) })
  await invitation.getByLabel(t.email).fill("ravi")
  await asha.page.getByRole("button", { name: t.invite, exact: true }).click()
  await expect(invitation.getByLabel(t.email)).toHaveAccessibleDescription(new RegExp(en.Problems.invalid_email))
  await invitation.getByLabel(t.email).fill(ravi.email)
  await asha.page.getByRole("button", { name: t.invite, exact: true }).click()
  await expect(asha.page.getByRole("status").getByText(t.invited)).toBeVisible()
  await expect(row(asha, ravi)).toContainText(t.role_orders)
  await expect(row(asha, ravi)).toContainText(t.status_invited)
  await openEmail(ravi.page, ravi.email, en.Mail.store_invitation.subject)
  await ravi.page.goto("/store")
  await ravi.page.getByRole("button", { name: t.accept_name.replace("{store}", name) }).click()
  await expect(ravi.page.getByText(en.Store.empty_all)).toBeVisible()

  await asha.page.reload()
  await expect(row(asha, asha).getByRole("checkbox")).toHaveCount(0)
  await expect(row(asha, ravi).getByRole("checkbox")).toHaveCount(1)
  await act(asha, ravi, t.change_role_of.replace("{name}", ravi.name))
  const dialog = asha.page.getByRole("dialog")
  await dialog.getByLabel(t.role, { exact: true }).selectOption("catalogue")
  await dialog.getByRole("button", { name: t.change_role, exact: true }).click()
  await expect(asha.page.getByRole("main").getByRole("status")).toContainText(
    t.role_changed.replace("{name}", ravi.name).replace("{role}", t.role_catalogue),
  )
  await expect(row(asha, ravi)).toContainText(t.role_catalogue)
  await act(asha, ravi, t.transfer_to.replace("{name}", ravi.name))
  await expect(dialog).toContainText(t.transfer_text.replace("{name}", ravi.name))
  await expect(dialog).toHaveAccessibleDescription(en.Common.live)
  await dialog.getByRole("button", { name: t.transfer_submit }).click()
  await expect(row(asha, asha)).toContainText(t.role_manager)
  await expect(asha.page.getByRole("button", { name: t.invite_title })).toHaveCount(0)

  await ravi.page.goto("/store/people")
  await expect(row(ravi, ravi)).toContainText(t.role_owner)
  await act(ravi, asha, t.remove_name.replace("{name}", asha.name))
  await ravi.page
    .getByRole("dialog")
    .getByRole("button", { name: t.remove_submit.replace("{name}", asha.name), exact: true })
    .click()
  await expect(row(ravi, asha)).toHaveCount(0)
  await asha.page.goto("/store/people")
  await expect(asha.page).toHaveURL("/store")
  await expect(asha.page.getByText(en.Store.no_store_title)).toBeVisible()
  for (const { page } of [asha, ravi]) await page.close()
})
