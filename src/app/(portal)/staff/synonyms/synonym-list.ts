import { SYNONYM_KINDS, type SynonymKind } from "@/domain/search-synonym"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

export const SEARCH_MAX = 100

/** The synonyms as the URL asks for them. */
export interface SynonymList extends TableState {
  q: string | undefined
  kind: SynonymKind | undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseSynonymList(parameters: Record<string, string | string[] | undefined>): SynonymList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    kind: oneOf(SYNONYM_KINDS, parameters.kind),
    ...parseTable([], parameters),
  }
}

/** The input of the list's query. */
export function synonymsInput({ q, kind, perPage, page }: SynonymList): PortalInputs["staffSynonyms"]["list"] {
  return { q, kind, per_page: perPage, page }
}
