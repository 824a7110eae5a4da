// SQL: it locks a table, and writes many rows in one statement.
import { createHash } from "node:crypto"
import { Problem } from "@/domain/problem"
import {
  parseSynonymFile,
  type Synonym,
  type SynonymLine,
  SYNONYMS_MAX,
  type SynonymProblem,
  synonymKey,
} from "@/domain/search-synonym"
import { lockSynonyms } from "@/features/staff-synonyms/change-synonym"
import { findConflicts, toProblemDetail } from "@/features/staff-synonyms/check-synonyms"
import type { ConfirmedImport, ImportFile, ImportPreview } from "@/features/staff-synonyms/schema"
import { type Actor, audit, auditAll } from "@/platform/audit"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

interface StoredSynonym extends Synonym {
  id: number
}

interface Plan {
  added: Synonym[]
  removed: StoredSynonym[]
  unchanged: number
  state: string
}

const PROBLEMS_SHOWN = 20

/** @throws Problem validation_failed, whose details name the lines that are wrong. */
export function previewImport(input: ImportFile): Promise<ImportPreview> {
  return transaction(async (tx) => previewOf(await planImport(tx, input)))
}

/**
 * Applies a file, whole or not at all.
 * @throws Problem validation_failed, whose details name the lines that are wrong; invalid_state, when synonyms were
 * changed since the preview.
 */
export function importSynonyms(actor: Actor, { state, ...input }: ConfirmedImport): Promise<ImportPreview> {
  return transaction(async (tx) => {
    await lockSynonyms(tx)
    const plan = await planImport(tx, input)
    if (plan.state !== state)
      throw new Problem("invalid_state", { message: "Synonyms were changed meanwhile. Check the file again." })
    await query("DELETE FROM search_synonym WHERE id = ANY ($1::int[])", [plan.removed.map(({ id }) => id)], tx)
    const ids = await insertAll(tx, plan.added)
    await auditAll(
      tx,
      actor,
      "search_synonym.deleted",
      plan.removed.map(({ id, ...before }) => [String(id), { before }]),
    )
    await auditAll(
      tx,
      actor,
      "search_synonym.created",
      plan.added.map((after, index) => [String(ids[index]), { after: { ...after } }]),
    )
    const { added, removed, unchanged } = previewOf(plan)
    const sha256 = createHash("sha256").update(input.file).digest("hex")
    await audit(tx, actor, "search_synonym.imported", sha256, { mode: input.mode, added, removed, unchanged })
    return { added, removed, unchanged, state }
  })
}

function previewOf({ added, removed, unchanged, state }: Plan): ImportPreview {
  return {
    added: added.length,
    removed: removed.length,
    unchanged,
    state,
  }
}

async function planImport(tx: Queryable, { file, mode }: ImportFile): Promise<Plan> {
  const { lines, problems } = parseSynonymFile(file)
  if (problems.length === 0 && lines.length === 0)
    throw new Problem("validation_failed", {
      details: [{ param: "file", code: "empty", message: "The file holds no synonym." }],
    })
  throwProblems(lines, problems)
  const rows = await query<StoredSynonym & { updated_at: Date }>(
    "SELECT id, kind, words, means, updated_at FROM search_synonym ORDER BY id",
    [],
    tx,
  )
  const stored = new Map(rows.map(({ updated_at: _, ...row }) => [synonymKey(row), row]))
  const keys = new Set(lines.map(({ synonym }) => synonymKey(synonym)))
  const removed = mode === "add" ? [] : [...stored].filter(([key]) => !keys.has(key)).map(([, row]) => row)
  // All lines are checked, also those that are there already: two of them may be the same.
  const replaced = [
    ...removed.map(({ id }) => id),
    ...[...stored].filter(([key]) => keys.has(key)).map(([, { id }]) => id),
  ]
  const conflicts = await findConflicts(
    tx,
    lines.map(({ synonym }) => synonym),
    replaced,
  )
  throwProblems(
    lines,
    conflicts.flatMap((found, index) => found.map((problem) => ({ ...problem, line: lines[index]?.line ?? 0 }))),
  )
  const added = lines.map(({ synonym }) => synonym).filter((synonym) => !stored.has(synonymKey(synonym)))
  const total = rows.length - removed.length + added.length
  if (total > SYNONYMS_MAX)
    throw new Problem("validation_failed", {
      details: [{ param: "file", code: "too_many", message: `There would be more than ${SYNONYMS_MAX} synonyms.` }],
    })
  return { added, removed, unchanged: lines.length - added.length, state: stateOf(rows) }
}

function stateOf(rows: readonly { id: number; updated_at: Date }[]): string {
  return createHash("sha256")
    .update(rows.map(({ id, updated_at }) => `${id} ${updated_at.toISOString()}`).join("\n"))
    .digest("hex")
}

function throwProblems(lines: readonly SynonymLine[], problems: readonly (SynonymProblem & { line: number })[]): void {
  if (problems.length === 0) return
  const byLine = new Map(lines.map(({ line, synonym }) => [line, synonym]))
  throw new Problem("validation_failed", {
    details: problems
      .slice(0, PROBLEMS_SHOWN)
      .map((problem) => toProblemDetail(problem, byLine.get(problem.line), problem.line)),
  })
}

// Arrays of different lengths cannot be rows of one array in PostgreSQL, so the rows travel as JSON.
const INSERT_ALL_SQL = `
  INSERT INTO search_synonym (kind, words, means)
  SELECT s->>'kind', ARRAY(SELECT jsonb_array_elements_text(s->'words')), ARRAY(SELECT jsonb_array_elements_text(s->'means'))
  FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS file (s, place) ORDER BY place RETURNING id`

async function insertAll(tx: Queryable, synonyms: readonly Synonym[]): Promise<number[]> {
  return (await query<{ id: number }>(INSERT_ALL_SQL, [JSON.stringify(synonyms)], tx)).map(({ id }) => id)
}
