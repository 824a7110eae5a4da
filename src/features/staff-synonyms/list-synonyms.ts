// SQL: it searches with the database's own functions, by the sound of words too.
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { Problem } from "@/domain/problem"
import type { Synonym, SynonymKind } from "@/domain/search-synonym"
import type { SynonymRow } from "@/features/staff-synonyms/schema"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"

interface Row extends Omit<SynonymRow, "updated_at"> {
  updated_at: Date
}

// Any part of a word or meaning, and words that sound like it: haldi finds हल्दी.
const FILTER_SQL = `
  ($1::text IS NULL OR s.kind = $1) AND ($2 = ''
   OR EXISTS (SELECT FROM unnest(s.words || s.means) word WHERE strpos(fold(word), fold($2)) > 0)
   OR s.id IN (SELECT synonym_id FROM search_term WHERE sound = ANY (sounds_of(plain_words($2))) AND sound <> ''))`

const LIST_SQL = `
  SELECT id, kind, words, means, updated_at FROM search_synonym s WHERE ${FILTER_SQL}
  ORDER BY updated_at DESC, id DESC LIMIT $3 OFFSET $4`

/** The synonyms that match, the last changed first. */
export async function listSynonyms({
  kind,
  q,
  ...page
}: PageRequest & { kind?: SynonymKind | undefined; q: string }): Promise<Page<SynonymRow>> {
  const values = [kind ?? null, q]
  const [rows, [count]] = await Promise.all([
    query<Row>(LIST_SQL, [...values, page.per_page, offsetOf(page)]),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM search_synonym s WHERE ${FILTER_SQL}`, values),
  ])
  return {
    rows: rows.map(toSynonym),
    total: count?.total ?? 0,
  }
}

/** @throws Problem not_found */
export async function getSynonym(id: number): Promise<SynonymRow> {
  const [row] = await query<Row>("SELECT id, kind, words, means, updated_at FROM search_synonym WHERE id = $1", [id])
  if (!row) throw new Problem("not_found")
  return toSynonym(row)
}

function toSynonym({ updated_at, ...row }: Row): SynonymRow {
  return { ...row, updated_at: toTimestamp(updated_at) }
}

/** All synonyms, the oldest first. */
export function exportSynonyms(): Promise<Synonym[]> {
  return query<Synonym>("SELECT kind, words, means FROM search_synonym ORDER BY id", [])
}
