import type { IncomingMessage } from "node:http"
import { isActionBody } from "@/http/server-action-body"

// A form or a Server Action's body that is not well-formed is a 500 of Next's, which reads it before any code of a page can. So it is read
// here first, by the same parser, and put back.

function isMultipart({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true
}

/** Whether Next takes a request for a posted form or a Server Action, by its own rules. */
function isForm(message: IncomingMessage): boolean {
  return (
    message.method === "POST" &&
    !message.url?.startsWith("/api/") &&
    (isMultipart(message) || message.headers["next-action"] !== undefined)
  )
}

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
  if (!isMultipart(message)) return isActionBody(new Map([["0", body.toString()]]))
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": message.headers["content-type"] ?? "" },
    }).formData()
    return !isAction(message, form) || isActionBody(new Map(form))
  } catch {
    return false
  }
}

function isAction({ headers }: IncomingMessage, form: FormData): boolean {
  return headers["next-action"] !== undefined || [...form.keys()].some((name) => name.startsWith("$ACTION_"))
}

/** The page that says that a form was not understood. */
export const BROKEN_FORM_PAGE = "/static/broken-form"
