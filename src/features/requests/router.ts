import { z } from "zod"
import { findRequests } from "@/features/requests/find-requests"
import { getRequest } from "@/features/requests/get-request"
import { listCredentials } from "@/features/requests/list-credentials"
import { listRequests } from "@/features/requests/list-requests"
import { ListRequests, LoggedRequest, RequestCredential, RequestPage, RequestSummary } from "@/features/requests/schema"
import { portalProcedure, router } from "@/trpc/procedures"
import { dataSchema, textSchema } from "@/trpc/wire"

export const requests = router({
  list: portalProcedure
    .input(ListRequests)
    .output(RequestPage)
    .query(({ ctx, input }) => listRequests(ctx.caller, input)),
  get: portalProcedure
    .input(z.object({ id: z.uuid() }))
    .output(dataSchema(LoggedRequest))
    .query(async ({ ctx, input }) => ({ data: await getRequest(ctx.caller, input.id) })),
  find: portalProcedure
    .input(z.object({ request_id: textSchema(128).min(1) }))
    .output(z.object({ data: z.array(RequestSummary) }))
    .query(async ({ ctx, input }) => ({ data: await findRequests(ctx.caller, input.request_id) })),
  credentials: portalProcedure
    .output(z.object({ data: z.array(RequestCredential) }))
    .query(async ({ ctx }) => ({ data: await listCredentials(ctx.caller) })),
})
