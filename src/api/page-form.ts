import type { IncomingMessage } from "node:http"
import { isActionBody } from "@/http/server-action-body"

// Next responds with 500 to a malformed form or Server Action body, before any page code runs. So the body is first
// parsed here, by the same parser, and then put back.

function isMultipart({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true
}

/** Whether Next treats a request as a posted form or a Server Action, by its own rules. */
function isForm(message: IncomingMessage): boolean {
  return (
    message.method === "POST" &&
    !message.url?.startsWith("/api/") &&
    (isMultipart(message) || message.headers["next-action"] !== undefined)
  )
}

/**
 * Reads the whole body and puts it back to be read again; null if the client has gone. Content-Length bounds its size;
 * see checkPageRequest().
 */
function peekBody(message: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const length = Number(message.headers["content-length"] ?? 0)
    const chunks: Buffer[] = []
    let received = 0
    const settle = (body: Buffer | null): void => {
      message.off("readable", read).off("close", onClose)
      resolve(body)
    }
    const onClose = (): void => settle(null)
    const read = (): void => {
      while (received < length) {
        const chunk = message.read() as Buffer | null
        if (chunk === null) return
        chunks.push(chunk)
        received += chunk.length
      }
      const body = Buffer.concat(chunks)
      // unshift() works only before the stream has emitted "end".
      if (length > 0) message.unshift(body)
      settle(body)
    }
    message
      .on("readable", read)
      .on("close", onClose)
      .on("error", () => undefined)
    read()
  })
}

/** Whether a page can parse this request: it is not a form, or its form is well-formed. Null if the client has gone. */
export async function hasReadableForm(message: IncomingMessage): Promise<boolean | null> {
  if (!isForm(message)) return true
  const body = await peekBody(message)
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

/** Path of the page shown for a malformed form. */
export const BROKEN_FORM_PAGE = "/static/broken-form"
