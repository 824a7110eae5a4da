import { expect, type Locator, type Page } from "@playwright/test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { expectAccessible, settle, watchRequests } from "./page-checks"

const WORDS = { en, hi, mai }

export type WalkedLocale = keyof typeof WORDS

/** Matches a message, with any values of its placeholders. */
const said = (message: string): RegExp =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  )

/** Opens the hidden states of pages in one language, and checks them. */
export class Walker {
  readonly words: typeof en
  readonly dialog: Locator

  constructor(
    readonly page: Page,
    readonly locale: WalkedLocale,
  ) {
    this.words = WORDS[locale]
    this.dialog = page.locator("dialog[open]")
    watchRequests(page)
  }

  /** Waits until the page has finished its requests. */
  rest(): Promise<void> {
    return settle(this.page)
  }

  /** Clicks the first button with this label: in the open dialog, or else in a part of the page. */
  async press(message: string, part = this.page.getByRole("main")): Promise<void> {
    const where = (await this.dialog.count()) > 0 ? this.dialog.last() : part
    await where
      .getByRole("button", { name: said(message) })
      .first()
      .click()
  }

  /** Clicks a button that opens a dialog, waits for what the dialog loads, and checks it. */
  async open(message: string): Promise<void> {
    await this.press(message)
    await this.look(message)
  }

  /** Checks the open dialog, with everything unfolded. */
  async look(what: string): Promise<void> {
    await expect(this.dialog.last(), what).toBeVisible()
    await this.rest()
    await this.dialog.last().evaluate((dialog) => {
      for (const details of dialog.querySelectorAll("details")) details.open = true
    })
    await expectAccessible(this.page, undefined, { within: ["dialog[open]"], of: `${this.page.url()}, ${what}` })
  }

  /** Checks the whole page. */
  async lookAtPage(what: string): Promise<void> {
    await this.rest()
    await expectAccessible(this.page, undefined, { of: `${this.page.url()}, ${what}` })
  }

  /** Unfolds the menu of narrow screens, and checks it. */
  async openMenu(summary: string): Promise<void> {
    await this.page.setViewportSize({ width: 320, height: 800 })
    await this.page.locator("summary").getByText(summary, { exact: true }).click()
    await expectAccessible(this.page, undefined, { within: ["details[open]"], of: `${this.page.url()}, menu` })
  }

  /** Closes the dialog by Escape. */
  async close(): Promise<void> {
    await this.page.keyboard.press("Escape")
    await expect(this.dialog).toHaveCount(0)
  }

  /** Checks a secret that is shown once, and the confirmation when closing it. */
  async lookAtSecret(
    title: string,
    question = this.words.Common.secret_leave_title,
    go = this.words.Common.secret_leave_go,
  ): Promise<void> {
    await expect(this.dialog.getByRole("heading")).toHaveText(title)
    await this.look(title)
    await this.page.keyboard.press("Escape")
    await this.look(question)
    await this.press(go)
    await expect(this.dialog).toHaveCount(0)
  }
}
