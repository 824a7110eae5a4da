import { z } from "zod"
import { SYNONYM_KINDS } from "@/domain/search-synonym"
import { addSynonym, removeSynonym, updateSynonym } from "@/features/staff-synonyms/change-synonym"
import { importSynonyms, previewImport } from "@/features/staff-synonyms/import-synonyms"
import { exportSynonyms, getSynonym, listSynonyms } from "@/features/staff-synonyms/list-synonyms"
import {
  ChangedSynonym,
  ConfirmedImport,
  ImportFile,
  ImportPreview,
  NewSynonym,
  synonymId,
  SynonymRow,
  SynonymVersion,
} from "@/features/staff-synonyms/schema"
import { recentStaffProcedure, router, staffProcedure } from "@/trpc/procedures"
import { dataSchema, listSchema, pageParameters, textSchema, toPage } from "@/trpc/wire"

export const staffSynonyms = router({
  list: staffProcedure
    .input(z.object({ kind: z.enum(SYNONYM_KINDS).optional(), q: textSchema(100).default(""), ...pageParameters() }))
    .output(listSchema(SynonymRow))
    .query(async ({ input }) =>
      toPage(input, await listSynonyms({ ...input, q: input.q.trim() }), (synonym) => synonym),
    ),
  get: staffProcedure
    .input(z.object({ id: synonymId }))
    .output(dataSchema(SynonymRow))
    .query(async ({ input }) => ({ data: await getSynonym(input.id) })),
  export: staffProcedure
    .output(z.object({ data: z.array(SynonymRow.pick({ kind: true, words: true, means: true })) }))
    .query(async () => ({ data: await exportSynonyms() })),
  add: recentStaffProcedure
    .input(NewSynonym)
    .output(z.object({ id: z.int() }))
    .mutation(({ ctx, input }) => addSynonym(ctx, input)),
  update: recentStaffProcedure.input(ChangedSynonym).mutation(({ ctx, input }) => updateSynonym(ctx, input)),
  remove: recentStaffProcedure.input(SynonymVersion).mutation(({ ctx, input }) => removeSynonym(ctx, input)),
  previewImport: recentStaffProcedure
    .input(ImportFile)
    .output(ImportPreview)
    .mutation(({ input }) => previewImport(input)),
  import: recentStaffProcedure
    .input(ConfirmedImport)
    .output(ImportPreview)
    .mutation(({ ctx, input }) => importSynonyms(ctx, input)),
})
