import { useEffect, useState } from "react"
import type { Locale } from "@/domain/locale"
import type { Mode } from "@/domain/mode"
import { type DocsSuggestion, suggestDocs } from "@/ui/docs-suggestions"
import { api } from "@/ui/api"
import { NON_INTERACTIVE } from "@/ui/step-up-link"

export interface NamedObject {
  id: string
  name: string
  /** A hint that distinguishes it from objects of the same name. */
  detail: string
}

interface PaletteData {
  keys: NamedObject[]
  apps: NamedObject[]
}

const QUIET = { context: NON_INTERACTIVE }

/** The account's keys and apps, read when the palette opens; empty until then, and where they cannot be read. */
export function usePaletteData(mode: Mode | null): PaletteData {
  const [data, setData] = useState<PaletteData>({ keys: [], apps: [] })
  useEffect(() => {
    if (mode === null) return
    void Promise.allSettled([
      api.portalKeys.list.query(undefined, QUIET),
      api.oauthApps.list.query(undefined, QUIET),
    ]).then(([keys, apps]) =>
      setData({
        keys:
          keys.status === "fulfilled"
            ? keys.value.data
                .filter(({ status }) => status === "active")
                .map(({ id, name, prefix, last_four }) => ({ id, name, detail: `${prefix}…${last_four}` }))
            : [],
        apps:
          apps.status === "fulfilled"
            ? apps.value.data.map(({ client_id, name }) => ({ id: client_id, name, detail: client_id }))
            : [],
      }),
    )
  }, [mode])
  return data
}

/** A pause in typing after which the documentation is searched. */
const PAUSE_MS = 150

/** What the documentation says about a query; empty without one, and while there is no connection. */
export function useDocsHits(query: string, locale: Locale): DocsSuggestion[] {
  const [hits, setHits] = useState<DocsSuggestion[]>([])
  useEffect(() => {
    const text = query.trim()
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const search = text.length < 2 ? Promise.resolve([]) : suggestDocs(text, locale, controller.signal)
      void search.then((found) => found && setHits(found))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, locale])
  return hits
}
