import { type BrowserContext, type Page, test as base } from "@playwright/test"
import { noteHydration, waitForHydration } from "./page-checks"

export * from "@playwright/test"

/** Methods of a page that wait for a document, and where their options are. */
const NAVIGATIONS = { goto: 1, waitForURL: 1, reload: 0, goBack: 0, goForward: 0 } as const

/**
 * Lets navigations wait until the page works, unless a test says for what they wait: a page's scripts are requested after
 * its first paint, which its load event does not wait for.
 */
function waitAfterNavigations(page: Page): void {
  for (const [name, at] of Object.entries(NAVIGATIONS) as [keyof typeof NAVIGATIONS, number][]) {
    const navigate = page[name].bind(page) as (...given: unknown[]) => Promise<unknown>
    const navigateAndWait = async (...given: unknown[]): Promise<unknown> => {
      const result = await navigate(...given)
      const options = given[at] as { waitUntil?: string } | undefined
      if (options?.waitUntil === undefined) await waitForHydration(page)
      return result
    }
    Object.assign(page, { [name]: navigateAndWait })
  }
}

async function watch(context: BrowserContext): Promise<BrowserContext> {
  await noteHydration(context)
  return context.on("page", waitAfterNavigations)
}

export const test = base.extend<object, { waits: undefined }>({
  waits: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => watch(await newContext(options))
      await use(undefined)
    },
    { scope: "worker", auto: true },
  ],
})
