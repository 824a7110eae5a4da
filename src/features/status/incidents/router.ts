import { z } from "zod"
import { deleteIncident, editIncident, openIncident, updateIncident } from "@/features/status/incidents/change-incident"
import { listIncidents } from "@/features/status/incidents/list-incidents"
import { EditIncident, Incident, OpenIncident, UpdateIncident } from "@/features/status/incidents/schema"
import { recentStaffProcedure, router, staffProcedure } from "@/trpc/procedures"

export const staffIncidents = router({
  list: staffProcedure
    .output(z.object({ data: z.array(Incident) }))
    .query(async () => ({ data: await listIncidents(new Date()) })),
  open: recentStaffProcedure
    .input(OpenIncident)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => openIncident(ctx, input)),
  update: recentStaffProcedure.input(UpdateIncident).mutation(({ ctx, input }) => updateIncident(ctx, input)),
  edit: recentStaffProcedure.input(EditIncident).mutation(({ ctx, input }) => editIncident(ctx, input)),
  delete: recentStaffProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => deleteIncident(ctx, input.id)),
})
