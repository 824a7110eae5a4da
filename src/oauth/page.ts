import { randomBytes } from "node:crypto"
import { createTranslator } from "use-intl/core"
import { acceptedLocale, DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"
import { messagesOf } from "@/i18n/messages"
import { cookieOf } from "@/oauth/interactions"
import { STYLE } from "@/oauth/page-style"
import type { HttpAnswer, HttpRequest } from "@/platform/http"
import { TRANSPORT_SECURITY } from "@/platform/transport-security"

/** Text that is HTML already; everything else is escaped where it is put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

const escape = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Part = Html | string | number | null | false | readonly Part[]

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join("")
  return part === null || part === false ? "" : escape(part)
}

/** Writes HTML: what stands in the template is trusted, what is put into it is not. */
export const html = (template: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(template.reduce((text, literal, i) => text + render(parts[i - 1] ?? null) + literal))

/** The language of a page: what the client asked for, what the reader chose, their account's, their browser's. */
export const pageLocale = (request: HttpRequest, uiLocales: string | null, account?: Locale): Locale => {
  const asked = (uiLocales ?? "")
    .split(" ")
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find(isLocale)
  const chosen = cookieOf(request, LOCALE_COOKIE)
  return (
    asked ??
    (isLocale(chosen) ? chosen : (account ?? acceptedLocale(request.header("accept-language")) ?? DEFAULT_LOCALE))
  )
}

export const wordsOf = (locale: Locale) =>
  createTranslator({ locale, messages: messagesOf(locale), namespace: "Oauth" })
export type Words = ReturnType<typeof wordsOf>

interface Page {
  status?: number
  locale: Locale
  title: string
  body: Html
  /** Where a form of this page may lead in the end: browsers hold form-action against the redirect after it too. */
  formTarget?: string
  headers?: Record<string, string>
}

/** A page that needs no script and cannot be framed. */
export const page = ({ status = 200, locale, title, body, formTarget, headers = {} }: Page): HttpAnswer => {
  const nonce = randomBytes(16).toString("base64")
  const document = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Haat</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${new Html(STYLE)}</style>
</head>
<body><main>
<p class="brand">Haat</p>
${body}
</main></body>
</html>
`
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      pragma: "no-cache",
      "referrer-policy": "no-referrer",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; font-src 'self'; form-action 'self'${formTarget ? ` ${formTarget}` : ""}; frame-ancestors 'none'; base-uri 'none'`,
      ...TRANSPORT_SECURITY,
      ...headers,
    },
    body: document.text,
  }
}

/** A redirect URI as a source of the Content-Security-Policy: its origin, or its private scheme. */
export const formTargetOf = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri)
  return protocol === "https:" || protocol === "http:" ? `${protocol}//${host}` : protocol
}
