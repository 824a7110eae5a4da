import { z } from "zod"
import { SYNONYM_FILE_MAX, SYNONYM_KINDS } from "@/domain/search-synonym"
import { textSchema, timestamp } from "@/trpc/wire"

/** As large as the column. */
export const synonymId = z.int().min(1).max(2_147_483_647)

export const SynonymRow = z.object({
  id: z.int(),
  kind: z.enum(SYNONYM_KINDS),
  words: z.array(z.string()),
  means: z.array(z.string()),
  /** Also its version: a change names the one that it was made from. */
  updated_at: timestamp,
})
export type SynonymRow = z.output<typeof SynonymRow>

// The domain's own checks are stricter, and name each word that is wrong.
const typedWords = z.array(textSchema(500)).max(200)

export const NewSynonym = z.object({ kind: z.enum(SYNONYM_KINDS), words: typedWords, means: typedWords })
export type NewSynonym = z.output<typeof NewSynonym>

const version = { id: synonymId, updated_at: timestamp }

export const ChangedSynonym = NewSynonym.extend(version)
export type ChangedSynonym = z.output<typeof ChangedSynonym>

export const SynonymVersion = z.object(version)
export type SynonymVersion = z.output<typeof SynonymVersion>

const IMPORT_MODES = ["add", "replace"] as const

export const ImportFile = z.object({
  /** The content of a CSV file. */
  file: textSchema(SYNONYM_FILE_MAX),
  /** Whether synonyms that the file does not hold stay (add) or are removed (replace). */
  mode: z.enum(IMPORT_MODES),
})
export type ImportFile = z.output<typeof ImportFile>

export const ImportPreview = z.object({
  added: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** Identifies the synonyms that the preview was made from. */
  state: z.string(),
})
export type ImportPreview = z.output<typeof ImportPreview>

export const ConfirmedImport = ImportFile.extend({ state: z.string().max(100) })
export type ConfirmedImport = z.output<typeof ConfirmedImport>
