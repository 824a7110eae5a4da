import { expect, type Page } from "@playwright/test"
import { type account, demoApp } from "./marketplace"

/** The reader of a page; a new account is created for its pages. */
type Role = Parameters<typeof account>[0] | "new_account"

/** The scripts that a page may load, gzipped, in KB. */
export const BUDGETS = { entry: 145, docs: 160, portal: 215 } as const

export interface PageEntry {
  /** Its folder below src/app. */
  folder: string
  /** Its URL, or the page with the first link to it. */
  at: string | { from: string; link: RegExp }
  /** Other URLs of the page with different content. */
  also?: readonly string[]
  role?: Role
  budget: keyof typeof BUDGETS
  /** Its status is 404, which the browser reports. */
  isMissing?: true
}

function firstLink(from: string, link: RegExp): PageEntry["at"] {
  return { from, link }
}

const APP_ENDPOINT = /^\/apps\/[^/]+\/webhooks\/we_[^/]+$/

/** Every page, as an account with access sees it. */
export const PAGES: readonly PageEntry[] = [
  { folder: "(site)", at: "/", budget: "portal" },
  { folder: "(site)/status", at: "/status", budget: "portal" },
  { folder: "(site)/terms", at: "/terms", budget: "portal" },
  { folder: "(site)/privacy", at: "/privacy", budget: "portal" },
  { folder: "(site)/products", at: "/products?q=rice", budget: "portal" },
  { folder: "(site)/products/[slug]", at: firstLink("/products", /^\/products\/./), budget: "portal" },
  { folder: "(site)/categories/[slug]", at: firstLink("/products", /^\/categories\/./), budget: "portal" },
  { folder: "(site)/dev/mailbox", at: "/dev/mailbox", budget: "portal" },
  { folder: "(site)/dev/mailbox/[id]", at: firstLink("/dev/mailbox", /^\/dev\/mailbox\/./), budget: "portal" },
  { folder: "(site)/docs", at: "/docs", budget: "docs" },
  {
    folder: "(site)/docs/guides/[slug]",
    at: "/docs/guides/first-call",
    also: ["/docs/guides/oauth-node"],
    budget: "docs",
  },
  { folder: "(site)/docs/reference", at: "/docs/reference", budget: "docs" },
  {
    folder: "(site)/docs/reference/[operation]",
    at: "/docs/reference/listProducts",
    also: ["/docs/reference/shipSellerOrder"],
    budget: "docs",
  },
  { folder: "(site)/docs/reference/[operation]", at: "/docs/reference/getMe", role: "developer", budget: "docs" },
  {
    folder: "(site)/docs/reference/events/[event]",
    at: firstLink("/docs/reference", /^\/docs\/reference\/events\/./),
    budget: "docs",
  },
  { folder: "(site)/not-found/site", at: "/docs/guides/none", budget: "docs", isMissing: true },
  { folder: "(portal)/not-found/portal", at: "/keys/none", role: "developer", budget: "portal", isMissing: true },
  { folder: "(site)/docs/errors", at: "/docs/errors", budget: "docs" },
  { folder: "(site)/docs/changelog", at: "/docs/changelog", budget: "docs" },
  { folder: "(site)/docs/search", at: "/docs/search?q=ship", also: ["/docs/search?q=zebra"], budget: "docs" },
  { folder: "sign-in", at: "/sign-in", budget: "entry" },
  { folder: "sign-in/second-step", at: "/sign-in/second-step", budget: "entry" },
  { folder: "first-staff", at: "/first-staff?token=none", budget: "entry" },
  { folder: "sign-up", at: "/sign-up", budget: "entry" },
  { folder: "verify-email", at: "/verify-email?token=none", budget: "entry" },
  { folder: "forgot-password", at: "/forgot-password", budget: "entry" },
  { folder: "reset-password", at: "/reset-password?token=none", budget: "entry" },
  { folder: "confirm-email-change", at: "/confirm-email-change?token=none", budget: "entry" },
  { folder: "(portal)/overview", at: "/overview", also: ["/overview?range=30d"], role: "developer", budget: "portal" },
  { folder: "(portal)/keys", at: "/keys", role: "developer", budget: "portal" },
  {
    folder: "(portal)/keys/[id]",
    at: firstLink("/keys", /^\/keys\/key_/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/usage",
    at: "/usage",
    also: ["/usage?range=30d&by=key&sort=-p95", "/usage?from=2026-01-02&to=2026-01-01"],
    role: "developer",
    budget: "portal",
  },
  { folder: "(portal)/usage", at: "/usage", role: "new_account", budget: "portal" },
  {
    folder: "(portal)/requests",
    at: "/requests",
    also: ["/requests?status=error"],
    role: "developer",
    budget: "portal",
  },
  { folder: "(portal)/deprecations", at: "/deprecations", role: "developer", budget: "portal" },
  { folder: "(portal)/staff/deprecations", at: "/staff/deprecations", role: "staff", budget: "portal" },
  { folder: "(portal)/staff/incidents", at: "/staff/incidents", role: "staff", budget: "portal" },
  { folder: "(portal)/apps", at: "/apps", role: "developer", budget: "portal" },
  {
    folder: "(portal)/apps/[client_id]/(tabs)",
    at: firstLink("/apps", /^\/apps\/[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/test",
    at: firstLink("/apps", /^\/apps\/[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/webhooks",
    at: firstLink("/apps/{app}", /^\/apps\/[^/]+\/webhooks$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/log",
    at: firstLink("/apps", /^\/apps\/[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/settings",
    at: firstLink("/apps", /^\/apps\/[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/webhooks/new",
    at: firstLink("/apps/{app}/webhooks", /^\/apps\/[^/]+\/webhooks\/new$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/webhooks/[id]",
    at: firstLink("/apps/{app}/webhooks", APP_ENDPOINT),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/webhooks/[id]/edit",
    at: firstLink("/apps/{app}/webhooks", APP_ENDPOINT),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/apps/[client_id]/webhooks/[id]/deliveries/[delivery]",
    at: firstLink("/apps/{app}/webhooks/{id}", /^\/apps\/[^/]+\/webhooks\/we_[^/]+\/deliveries\/(?!export)./),
    role: "developer",
    budget: "portal",
  },
  { folder: "(portal)/webhooks", at: "/webhooks", role: "developer", budget: "portal" },
  { folder: "(portal)/webhooks/new", at: "/webhooks/new", role: "developer", budget: "portal" },
  { folder: "(portal)/webhooks/events", at: "/webhooks/events", role: "developer", budget: "portal" },
  {
    folder: "(portal)/webhooks/[id]",
    at: firstLink("/webhooks", /^\/webhooks\/we_[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/webhooks/[id]/edit",
    at: firstLink("/webhooks", /^\/webhooks\/we_[^/]+$/),
    role: "developer",
    budget: "portal",
  },
  {
    folder: "(portal)/webhooks/[id]/deliveries/[delivery]",
    at: firstLink("/webhooks/{id}", /^\/webhooks\/we_[^/]+\/deliveries\/(?!export)./),
    role: "developer",
    budget: "portal",
  },
  { folder: "(portal)/store/open", at: "/store/open", role: "developer", budget: "portal" },
  {
    folder: "(portal)/store",
    at: "/store",
    also: ["/store?status=pending", "/store?mode=sandbox", "/store?mode=live"],
    role: "seller",
    budget: "portal",
  },
  {
    folder: "(portal)/store/offers",
    at: "/store/offers",
    also: ["/store/offers?stock=low", "/store/offers?q=zebra", "/store/offers?mode=sandbox", "/store/offers?mode=live"],
    role: "seller",
    budget: "portal",
  },
  {
    folder: "(portal)/store/people",
    at: "/store/people",
    also: ["/store/people?q=zebra"],
    role: "seller",
    budget: "portal",
  },
  {
    folder: "(portal)/sandbox",
    at: "/sandbox?mode=sandbox",
    also: ["/sandbox?mode=live"],
    role: "seller",
    budget: "portal",
  },
  { folder: "(portal)/store/offers", at: "/store/offers", role: "seller_staff", budget: "portal" },
  { folder: "(portal)/store/people", at: "/store/people", role: "seller_staff", budget: "portal" },
  { folder: "(portal)/store", at: "/store", role: "customer", budget: "portal" },
  { folder: "(portal)/orders", at: "/orders", also: ["/orders?status=pending"], role: "customer", budget: "portal" },
  {
    folder: "(portal)/orders/[number]",
    at: firstLink("/orders", /^\/orders\/HT-/),
    role: "customer",
    budget: "portal",
  },
  {
    folder: "(portal)/connected-apps",
    at: "/connected-apps",
    also: ["/connected-apps?q=zebra"],
    role: "customer",
    budget: "portal",
  },
  { folder: "(portal)/settings", at: "/settings", role: "customer", budget: "portal" },
  { folder: "(portal)/settings/profile", at: "/settings/profile", role: "customer", budget: "portal" },
  { folder: "(portal)/settings/account", at: "/settings/account", role: "customer", budget: "portal" },
  { folder: "(portal)/overview", at: "/overview", role: "new_account", budget: "portal" },
  { folder: "(portal)/keys", at: "/keys", role: "new_account", budget: "portal" },
  { folder: "(portal)/requests", at: "/requests", role: "new_account", budget: "portal" },
  { folder: "(portal)/apps", at: "/apps", role: "new_account", budget: "portal" },
  { folder: "(portal)/webhooks", at: "/webhooks", role: "new_account", budget: "portal" },
  { folder: "(portal)/orders", at: "/orders", role: "new_account", budget: "portal" },
  { folder: "(portal)/connected-apps", at: "/connected-apps", role: "new_account", budget: "portal" },
  { folder: "(portal)/settings/sessions", at: "/settings/sessions", role: "new_account", budget: "portal" },
  { folder: "(portal)/settings/security", at: "/settings/security", role: "new_account", budget: "portal" },
  { folder: "(portal)/staff", at: "/staff", role: "staff", budget: "portal" },
  {
    folder: "(portal)/staff/apps/[client_id]",
    at: firstLink("/staff", /^\/staff\/apps\/./),
    role: "staff",
    budget: "portal",
  },
  { folder: "(portal)/staff/orders", at: "/staff/orders", role: "staff", budget: "portal" },
  { folder: "(portal)/staff/accounts", at: "/staff/accounts", role: "staff", budget: "portal" },
  {
    folder: "(portal)/staff/accounts/[id]",
    at: firstLink("/staff/accounts?q=developer%40example.in", /^\/staff\/accounts\/./),
    role: "staff",
    budget: "portal",
  },
  {
    folder: "(portal)/staff/stores",
    at: "/staff/stores",
    also: ["/staff/stores?q=zebra"],
    role: "staff",
    budget: "portal",
  },
  {
    folder: "(portal)/staff/synonyms",
    at: "/staff/synonyms",
    also: ["/staff/synonyms?q=haldi&kind=means", "/staff/synonyms?q=zebra"],
    role: "staff",
    budget: "portal",
  },
  {
    folder: "(portal)/staff/synonyms/try",
    at: "/staff/synonyms/try",
    also: ["/staff/synonyms/try?q=buy%20haldi%20powdr%20under%20500%205%20kg", "/staff/synonyms/try?q=tractor"],
    role: "staff",
    budget: "portal",
  },
  { folder: "(portal)/staff/platform", at: "/staff/platform", role: "staff", budget: "portal" },
  { folder: "(portal)/staff/audit", at: "/staff/audit", role: "staff", budget: "portal" },
]

async function linksOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  return page
    .getByRole("main")
    .locator("a[href]")
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href") ?? ""))
}

/** Finds the URLs of pages by following links, and reads each list once. */
export class PageUrls {
  readonly #links = new Map<string, string[]>()

  constructor(readonly page: Page) {}

  async urlOf({ at, folder }: PageEntry): Promise<string> {
    if (typeof at === "string") return at
    const from = await this.#listOf(at.from.replace("{app}", demoApp("confidential").client_id))
    return `${await this.#first(from, at.link)}${/\/(?:edit|log|settings|test)$/.exec(folder)?.[0] ?? ""}`
  }

  /** The path of a list; that of deliveries is an endpoint's page. */
  async #listOf(path: string): Promise<string> {
    if (!path.endsWith("/webhooks/{id}")) return path
    return path.startsWith("/apps/")
      ? this.#first(path.replace("/{id}", ""), APP_ENDPOINT)
      : this.#first("/webhooks", /^\/webhooks\/we_[^/]+$/)
  }

  async #first(from: string, link: RegExp): Promise<string> {
    const links = this.#links.get(from) ?? (await linksOf(this.page, from))
    this.#links.set(from, links)
    const found = links
      .map((href) => href.split(/[?#]/)[0] ?? "")
      .find((href) => link.test(href) && (link.source.endsWith("new$") || !/\/(?:new|events)$/.test(href)))
    expect(found, `${from} leads to no ${String(link)}`).toBeDefined()
    return found ?? from
  }
}
