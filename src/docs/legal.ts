import { readFile } from "node:fs/promises"
import type { Locale } from "@/domain/locale"
import { env } from "@/platform/env"

export type LegalDocument = "terms" | "privacy"

interface WrittenDocument {
  title: string
  /** Markdown. */
  body: string
  language: Locale
}

/**
 * The document that the operator has written, in the reader's language if it is there; null if the operator has named
 * no file. It is read each time, so that a change needs no restart.
 * @throws Error if the named file cannot be read or does not begin with a title
 */
export async function readLegalDocument(name: LegalDocument, locale: Locale): Promise<WrittenDocument | null> {
  const path = env.legalFiles[name]
  if (path === null) return null
  const translated = locale === "en" ? null : await readIfThere(path.replace(/(?:\.md)?$/, `.${locale}.md`))
  const text = translated ?? (await readFile(/* turbopackIgnore: true */ path, "utf8"))
  const [, title, body = ""] = /^# (.+)\r?\n([\s\S]*)$/.exec(text.trimStart()) ?? []
  if (title === undefined) throw new Error(`${path} must begin with a title: # Terms of use`)
  return { title, body, language: translated === null ? "en" : locale }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(/* turbopackIgnore: true */ path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}
