import { z } from "zod"
import { listEntries } from "@/features/audit-log/list-entries"
import { AuditEntry, ListEntries } from "@/features/audit-log/schema"
import { router, staffProcedure } from "@/trpc/procedures"

export const auditLog = router({
  list: staffProcedure
    .input(ListEntries)
    .output(z.object({ data: z.array(AuditEntry), next: z.uuid().nullable() }))
    .query(({ input }) => listEntries(input)),
})
