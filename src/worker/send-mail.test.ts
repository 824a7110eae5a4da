import { afterAll, beforeAll, expect, test } from "vitest"
import { LOCALES } from "@/domain/locale"
import { messagesOf } from "@/i18n/messages"
import { env } from "@/platform/env"
import { SmtpServer } from "@/testing/fixtures/smtp-server"
import { sendMailJob } from "@/worker/send-mail"

let server: SmtpServer

beforeAll(async () => {
  server = await SmtpServer.open("mail")
  env.smtpUrl = server.url
})
afterAll(() => server.close())

test.each(LOCALES)(
  "a receipt in %s states unit price, quantity and line total, and its rows add up",
  async (locale) => {
    const receipt = {
      items: [
        { name: "Phool Makhana", quantity: 2, unit_price: 19_450, total: 38_900 },
        { name: "Tadka Pan", quantity: 1, unit_price: 34_900, total: 34_900 },
      ],
      subtotal: 73_800,
      shipping_total: 4_900,
      discount_total: 1_000,
      tax_total: 5_467,
      total: 77_700,
    }
    await sendMailJob({
      id: `receipt-${locale}`,
      to: "asha@example.in",
      locale,
      template: "order_placed",
      values: {
        name: "Asha",
        number: "HT-2611-000001",
        paise: 77_700,
        receipt,
        link: "https://haat.example/orders/HT-2611-000001",
      },
    })
    const mail = decode(server.messages.at(-1) ?? "")
    for (const amount of [
      "2 × ₹194.50: ₹389",
      "1 × ₹349: ₹349",
      ": ₹738\n",
      ": ₹49\n",
      ": -₹10\n",
      ": ₹777\n",
      ": ₹54.67\n",
    ])
      expect(mail).toContain(amount)
    expect(mail).toContain("2 × ₹194.50</td>")
    expect(mail).toContain(`\n\n${messagesOf(locale).Common.brand}\n`)
  },
)

test.each(LOCALES)("no email subject in %s contains a user-chosen name", (locale) => {
  const templates = Object.values(messagesOf(locale).Mail).filter((words) => typeof words !== "string")
  expect(templates.length).toBeGreaterThan(30)
  for (const { subject } of templates)
    expect(
      [...subject.matchAll(/\{(\w+)/g)]
        .map(([, value]) => value)
        .filter((value) => !["number", "count", "amount", "sunset"].includes(value ?? "")),
    ).toEqual([])
})

test.each(LOCALES)("an email in %s has its subject as heading, and its link as button and in full", async (locale) => {
  const link = "https://haat.example/verify-email?token=a&next=%2Fkeys"
  await sendMailJob({
    id: `layout-${locale}`,
    to: "asha@example.in",
    locale,
    template: "verify_email",
    values: { name: "Asha <b>Jha</b>", link },
  })
  const { verify_email } = messagesOf(locale).Mail
  const mail = decode(server.messages.at(-1) ?? "")
  expect(mail).toContain(`${verify_email.subject}</h1>`)
  expect(mail).toContain(`<html dir="ltr" lang="${locale}">`)
  const escaped = link.replace("&", "&amp;")
  expect(mail.split(`href="${escaped}"`)).toHaveLength(3)
  expect(mail).toContain(`>${escaped}</a>`)
  expect(mail).toContain(`${verify_email.action}: ${link}`)
  expect(mail).not.toContain("<b>")
})

test("user-chosen names do not become links in an email", async () => {
  const names = {
    name: "Asha http://evil.example",
    store: "PRIZE! https://evil.example/login <b>now</b> a@evil.example",
    words: "Fine.",
    link: "https://haat.example/store",
  }
  await sendMailJob({
    id: "plain-names",
    to: "asha@example.in",
    locale: "en",
    template: "store_approved",
    values: names,
  })
  const mail = decode(server.messages.at(-1) ?? "")
  expect(mail).toContain("PRIZE! https evil. example login b now b a evil. example")
  expect(mail).toContain("Namaste Asha http evil. example")
  expect(mail).not.toContain("evil.example")
  await sendMailJob({
    id: "by-address",
    to: "asha@example.in",
    locale: "en",
    template: "store_invitation",
    values: {
      name: "asha@example.in",
      inviter: "Ravi http://evil.example",
      store: "Dr. Jha's 2.0",
      role: "orders",
      link: "https://haat.example/store",
    },
  })
  const invitation = decode(server.messages.at(-1) ?? "")
  expect(invitation).toContain("Namaste,\n")
  expect(invitation).toContain("Ravi http evil. example invites you to join the store")
  expect(invitation).toContain("Your role: Orders.")
})

test.each(["order_cancelled", "order_refunded"] as const)(
  "%s gives a reason only if there is one",
  async (template) => {
    const given = { en: "Reason: Broken", hi: "कारण: Broken", mai: "कारण: Broken" }
    for (const [locale, sentence] of Object.entries(given)) {
      for (const reason of ["Broken", ""]) {
        const values = {
          name: "Asha",
          number: "HT-1",
          store: "Kosi",
          paise: 500,
          reason,
          link: "https://haat.example/",
        }
        await sendMailJob({ id: `${template}-${locale}-${reason}`, to: "asha@example.in", locale, template, values })
        const mail = decode(server.messages.at(-1) ?? "").replace(/\s+/g, " ")
        expect([locale, reason, mail.includes(sentence)]).toEqual([locale, reason, reason !== ""])
        expect(mail).not.toMatch(reason === "" ? /reason given|कारण/ : /[{}]given/)
      }
    }
  },
)

/** Decodes the quoted-printable and base64 parts of an email. */
function decode(mail: string): string {
  const parts = mail.split(/\r?\n--[^\r\n]+\r?\n/)
  return parts
    .map((part) => {
      const [head = "", ...body] = part.split(/\r?\n\r?\n/)
      const text = body.join("\n\n")
      if (/base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8")
      const bytes = text
        .replace(/=\r?\n/g, "")
        .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      return Buffer.from(bytes, "latin1").toString("utf8")
    })
    .join("\n")
    .replace(/\r/g, "")
}
