import type { Locale } from "@/domain/locale"

/** A place in the documentation that GET /api/docs-suggestions found. */
export interface DocsSuggestion {
  href: string
  /** The title of the page and the heading. */
  title: string
  section: "guides" | "reference" | "events" | "more"
  language: Locale
}

/** Searches the documentation; null if the request was aborted, and none if the server could not be reached. */
export async function suggestDocs(text: string, locale: Locale, signal: AbortSignal): Promise<DocsSuggestion[] | null> {
  try {
    const query = new URLSearchParams({ q: text.slice(0, 100), locale })
    const response = await fetch(`/api/docs-suggestions?${query}`, { signal })
    return response.ok ? ((await response.json()) as { data: DocsSuggestion[] }).data : []
  } catch {
    return signal.aborted ? null : []
  }
}
