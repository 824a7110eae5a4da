import { z } from "zod"
import { listEntries } from "@/features/audit-log/list-entries"
import { AuditEntry, ListEntries } from "@/features/audit-log/schema"
import { router, staff } from "@/trpc/procedures"

export const auditLog = router({
  list: staff
    .input(ListEntries)
    .output(z.object({ data: z.array(AuditEntry), next: z.uuid().nullable() }))
    .query(({ input }) => listEntries(input)),
})
