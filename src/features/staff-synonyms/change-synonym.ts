// SQL: it locks a table, and checks words with the database's own functions.
import { Problem } from "@/domain/problem"
import { type Synonym, SYNONYMS_MAX, synonymProblems } from "@/domain/search-synonym"
import { findConflicts, toProblemDetail } from "@/features/staff-synonyms/check-synonyms"
import type { ChangedSynonym, NewSynonym, SynonymVersion } from "@/features/staff-synonyms/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

/**
 * Makes other changes of synonyms wait for the end of the transaction, because a word may stand in one synonym only.
 * Searches read on.
 */
export async function lockSynonyms(tx: Queryable): Promise<void> {
  await query("LOCK TABLE search_synonym IN SHARE ROW EXCLUSIVE MODE", [], tx)
}

// The trigger of search_synonym computes the rest. The time is the version, so it differs from the one before even
// within a millisecond.
const INSERT_SQL = "INSERT INTO search_synonym (kind, words, means) VALUES ($1, $2, $3) RETURNING id"
const FIND_SQL = "SELECT kind, words, means, updated_at = $2 AS current FROM search_synonym WHERE id = $1"
const UPDATE_SQL = `
  UPDATE search_synonym SET kind = $2, words = $3, means = $4, updated_at = greatest(now(), updated_at + interval '1 millisecond')
  WHERE id = $1`
const DELETE_SQL = "DELETE FROM search_synonym WHERE id = $1 AND updated_at = $2 RETURNING kind, words, means"

/** @throws Problem validation_failed, which names each word that is wrong; invalid_state, when there are too many. */
export function addSynonym(actor: Actor, input: NewSynonym): Promise<{ id: number }> {
  return transaction(async (tx) => {
    await lockSynonyms(tx)
    const synonym = await requireValid(tx, input, [])
    const [count] = await query<{ total: number }>("SELECT count(*)::int AS total FROM search_synonym", [], tx)
    if ((count?.total ?? 0) >= SYNONYMS_MAX)
      throw new Problem("invalid_state", { message: `There can be at most ${SYNONYMS_MAX} synonyms.` })
    const [row] = await query<{ id: number }>(INSERT_SQL, valuesOf(synonym), tx)
    if (!row) throw new Error("the synonym was not inserted")
    await audit(tx, actor, "search_synonym.created", String(row.id), { after: { ...synonym } })
    return { id: row.id }
  })
}

/**
 * @throws Problem validation_failed; not_found, when it was removed; invalid_state, when it was changed since it was
 * read.
 */
export function updateSynonym(actor: Actor, { id, updated_at: version, ...input }: ChangedSynonym): Promise<void> {
  return transaction(async (tx) => {
    await lockSynonyms(tx)
    const [found] = await query<Synonym & { current: boolean }>(FIND_SQL, [id, version], tx)
    if (!found) throw new Problem("not_found")
    const { current, ...before } = found
    // Checked before the words, so that nobody corrects words for a synonym that is another by now.
    if (!current) throw changedMeanwhile()
    const synonym = await requireValid(tx, input, [id])
    await query(UPDATE_SQL, [id, ...valuesOf(synonym)], tx)
    await audit(tx, actor, "search_synonym.updated", String(id), { before, after: { ...synonym } })
  })
}

/** @throws Problem not_found, when it was removed; invalid_state, when it was changed since it was read. */
export function removeSynonym(actor: Actor, { id, updated_at: version }: SynonymVersion): Promise<void> {
  return transaction(async (tx) => {
    await lockSynonyms(tx)
    const [removed] = await query<Synonym>(DELETE_SQL, [id, version], tx)
    if (!removed)
      throw (await query(FIND_SQL, [id, version], tx)).length > 0 ? changedMeanwhile() : new Problem("not_found")
    await audit(tx, actor, "search_synonym.deleted", String(id), { before: { ...removed } })
  })
}

function changedMeanwhile(): Problem {
  return new Problem("invalid_state", { message: "This synonym was changed meanwhile. Load it again." })
}

function valuesOf({ kind, words, means }: Synonym): unknown[] {
  return [kind, words, means]
}

async function requireValid(
  tx: Queryable,
  { kind, words, means }: NewSynonym,
  replaced: readonly number[],
): Promise<Synonym> {
  const normalize = (word: string): string => word.normalize("NFC").trim().replace(/\s+/g, " ")
  const synonym = { kind, words: words.map(normalize), means: means.map(normalize) }
  const problems = synonymProblems(synonym)
  const found = problems.length > 0 ? problems : ((await findConflicts(tx, [synonym], replaced))[0] ?? [])
  if (found.length > 0)
    throw new Problem("validation_failed", { details: found.map((problem) => toProblemDetail(problem, synonym)) })
  return synonym
}
