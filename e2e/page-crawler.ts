import { expect, type Locator, type Page } from "@playwright/test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { expectAccessible } from "./accessibility"
import { settle, watchRequests } from "./page-checks"

const MESSAGES = { en, hi, mai }

export type CrawlLocale = keyof typeof MESSAGES

/** Matches a message, with any values of its placeholders. */
function messagePattern(message: string): RegExp {
  return new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  )
}

/** Opens the hidden states of pages in one language, and checks them. */
export class PageCrawler {
  readonly messages: typeof en
  readonly dialog: Locator

  constructor(
    readonly page: Page,
    readonly locale: CrawlLocale,
  ) {
    this.messages = MESSAGES[locale]
    this.dialog = page.locator("dialog[open]")
    watchRequests(page)
  }

  /** Waits until the page has finished its requests. */
  waitForIdle(): Promise<void> {
    return settle(this.page)
  }

  /** Clicks the first button with this label: in the open dialog, or else in a part of the page. */
  async click(message: string, part = this.page.getByRole("main")): Promise<void> {
    const scope = (await this.dialog.count()) > 0 ? this.dialog.last() : part
    await scope
      .getByRole("button", { name: messagePattern(message) })
      .first()
      .click()
  }

  /** Clicks a button that opens a dialog, waits for what the dialog loads, and checks it. */
  async openDialog(message: string): Promise<void> {
    await this.click(message)
    await this.checkDialog(message)
  }

  /** Checks the open dialog, with everything unfolded. */
  async checkDialog(name: string): Promise<void> {
    await expect(this.dialog.last(), name).toBeVisible()
    await this.waitForIdle()
    await this.dialog.last().evaluate((dialog) => {
      for (const details of dialog.querySelectorAll("details")) details.open = true
    })
    await expectAccessible(this.page, { within: ["dialog[open]"], of: `${this.page.url()}, ${name}` })
  }

  /** Checks the whole page. */
  async checkPage(name: string): Promise<void> {
    await this.waitForIdle()
    await expectAccessible(this.page, { of: `${this.page.url()}, ${name}` })
  }

  /** Unfolds the menu of narrow screens, and checks it. */
  async openMenu(summary: string, within = "details[open]"): Promise<void> {
    await this.page.setViewportSize({ width: 320, height: 800 })
    await this.page.locator("summary").getByText(summary, { exact: true }).click()
    await expectAccessible(this.page, { within: [within], of: `${this.page.url()}, menu` })
  }

  /** Closes the dialog by Escape. */
  async closeDialog(): Promise<void> {
    await this.page.keyboard.press("Escape")
    await expect(this.dialog).toHaveCount(0)
  }

  /** Checks a secret that is shown once, and the confirmation when closing it. */
  async checkSecretDialog(
    title: string,
    question = this.messages.Common.secret_leave_title,
    go = this.messages.Common.secret_leave_go,
  ): Promise<void> {
    await expect(this.dialog.getByRole("heading")).toHaveText(title)
    await this.checkDialog(title)
    await this.page.keyboard.press("Escape")
    await this.checkDialog(question)
    await this.click(go)
    await expect(this.dialog).toHaveCount(0)
  }
}
