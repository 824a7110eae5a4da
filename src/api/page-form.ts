import type { IncomingMessage } from "node:http"
import { createTranslator } from "use-intl/core"
import { messagesOf } from "@/i18n/messages"
import { html, page, pageLocale } from "@/oauth/page"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

// A form that is not well-formed is a 500 of Next's, which reads it before any code of a page can. So it is read here first, by the same
// parser, and put back.

/** Whether Next takes a request for a posted form, by its own rules. */
const isForm = ({ method, url, headers }: IncomingMessage): boolean =>
  method === "POST" && !url?.startsWith("/api/") && headers["content-type"]?.startsWith("multipart/form-data") === true

/** All of a body, which is left to be read once more; null when its sender has gone. Its Content-Length says how long it is; see pageRefusal. */
const peek = (message: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const length = Number(message.headers["content-length"] ?? 0)
    const chunks: Buffer[] = []
    let seen = 0
    const settle = (body: Buffer | null): void => {
      message.off("readable", read).off("close", gone)
      resolve(body)
    }
    const gone = (): void => settle(null)
    const read = (): void => {
      while (seen < length) {
        const chunk = message.read() as Buffer | null
        if (chunk === null) return
        chunks.push(chunk)
        seen += chunk.length
      }
      const body = Buffer.concat(chunks)
      // Before the stream has told its end it takes back what was read.
      if (length > 0) message.unshift(body)
      settle(body)
    }
    message
      .on("readable", read)
      .on("close", gone)
      .on("error", () => undefined)
    read()
  })

/** Whether a page can be given this request: it is no form, or one that can be read; null when its sender has gone. */
export const hasReadableForm = async (message: IncomingMessage): Promise<boolean | null> => {
  if (!isForm(message)) return true
  const body = await peek(message)
  if (body === null) return null
  return new Response(new Uint8Array(body), { headers: { "content-type": message.headers["content-type"] ?? "" } })
    .formData()
    .then(
      () => true,
      () => false,
    )
}

/** Tells a reader in their language that a form was not understood. */
export const answerBrokenForm = (request: HttpRequest): Promise<HttpAnswer> => {
  const locale = pageLocale(request, null)
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "BrokenForm" })
  return Promise.resolve(
    page({
      status: 400,
      locale,
      title: t("title"),
      body: html`<div class="sheet"><h1>${t("title")}</h1><p>${t("text")}</p><p class="soft"><a href="/">${t("home")}</a></p></div>`,
    }),
  )
}
