import { createTranslator } from "use-intl/core"
import { describe, expect, it } from "vitest"
import { LOCALES } from "@/domain/locale"
import { messagesOf } from "@/i18n/messages"
import en from "@/i18n/messages/en.json"
import hi from "@/i18n/messages/hi.json"
import mai from "@/i18n/messages/mai.json"

type Messages = { [name: string]: string | Messages }

function flat(messages: Messages, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === "string" ? [[path + name, value]] : flat(value, `${path}${name}.`),
  )
}

/** Names, symbols and terms that are identical in every language. */
const THE_SAME = [
  "Nav.openapi",
  "Store.sku",
  "Store.quantity",
  "Orders.parcel",
  "ErrorDocs.status",
  "Catalogue.mrp",
  "OauthApps.pkce",
  "OauthApps.uri_line",
  "StaffSynonyms.problem_of_word",
  "Docs.file_openapi",
  "Docs.file_llms",
  "DocsTry.duration",
  "Overview.ms",
  "Overview.unit_ms",
  "Requests.status_2xx",
  "Requests.status_3xx",
  "Requests.status_4xx",
  "Requests.status_5xx",
  "Requests.ms",
  "Sandbox.sku",
  "StaffOrders.method_upi",
  "StoreOffers.sku",
  "StoreOffers.mrp",
  "Webhooks.duration",
  "StatusPage.api",
  "StatusPage.oauth",
]

/** The placeholders of a message. */
function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name ?? ""))].sort()
}

describe.each([
  ["hi", hi],
  ["mai", mai],
])("the messages in %s", (_locale, translated) => {
  it("exist for every English message, and no others", () => {
    expect(
      flat(translated)
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      flat(en)
        .map(([name]) => name)
        .sort(),
    )
  })

  it("are translated", () => {
    const english = new Map(flat(en))
    expect(
      flat(translated)
        .filter(([name, message]) => message === english.get(name))
        .map(([name]) => name),
    ).toEqual(THE_SAME)
  })

  it("have no placeholder that the English message lacks", () => {
    const english = new Map(flat(en))
    for (const [name, message] of flat(translated))
      expect(placesOf(english.get(name) ?? ""), name).toEqual(expect.arrayContaining(placesOf(message)))
  })
})

/** The placeholders that select a message's plural. */
function chooserOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+), (?:plural|selectordinal),/g)].map(([, name]) => name ?? "")
}

describe("every message", () => {
  it.each(LOCALES)("leaves number formatting to format.ts in %s", (locale) => {
    const t = createTranslator({ locale, messages: messagesOf(locale) })
    for (const [name, message] of flat(messagesOf(locale))) {
      expect(message, name).not.toMatch(/\{\w+, ?(?:number|date|time|duration)/)
      const values = {
        ...Object.fromEntries(placesOf(message).map((place) => [place, "x"])),
        ...Object.fromEntries(chooserOf(message).map((chooser) => [chooser, 1_234_567])),
      }
      expect(t(name as "Common.brand", values as never).replace(/\D/g, ""), name).not.toContain("1234567")
    }
  })

  it.each(LOCALES)("can be formatted in %s", (locale) => {
    const failures: unknown[] = []
    const t = createTranslator({ locale, messages: messagesOf(locale), onError: (error) => failures.push(error) })
    for (const [name, message] of flat(messagesOf(locale))) {
      const values = Object.fromEntries(placesOf(message).map((place) => [place, 3]))
      t(name as "Common.brand", values as never)
    }
    expect(failures).toEqual([])
  })
})
