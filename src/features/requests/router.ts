import { z } from "zod"
import { findRequests } from "@/features/requests/find-requests"
import { getRequest } from "@/features/requests/get-request"
import { listClients } from "@/features/requests/list-clients"
import { listCredentials } from "@/features/requests/list-credentials"
import { listRequests } from "@/features/requests/list-requests"
import {
  ListRequests,
  LoggedRequest,
  RequestClients,
  RequestCredential,
  RequestFilter,
  RequestPage,
  RequestSummary,
} from "@/features/requests/schema"
import { portalProcedure, requireScope, router } from "@/trpc/procedures"
import { dataSchema, textSchema, timeZone } from "@/trpc/wire"

const logProcedure = requireScope("usage.read")

export const requests = router({
  list: logProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/requests",
        operationId: "listRequests",
        tags: ["Usage"],
        summary: "List logged requests",
        description:
          "Lists the requests of the last 30 days in the credential's mode, newest first, 50 on a page. An API key sees its account's requests; an app's token sees the app's. A request appears within two seconds of its response. For the next page, send `meta.next` as `before`.",
      },
    })
    .input(ListRequests)
    .output(RequestPage)
    .query(({ ctx, input }) => listRequests(ctx.caller, input)),
  get: logProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/requests/{id}",
        operationId: "getRequest",
        tags: ["Usage"],
        summary: "Retrieve a logged request",
        description:
          "Returns everything stored about a request. Secrets, email addresses and delivery addresses are redacted.",
      },
    })
    .input(z.object({ id: z.uuid().describe("The ID of the log entry.") }))
    .output(dataSchema(LoggedRequest))
    .query(async ({ ctx, input }) => ({ data: await getRequest(ctx.caller, input.id, ctx.apiVersions) })),
})

/** What only the portal's page of the log needs. */
export const requestLog = router({
  find: portalProcedure
    .input(z.object({ request_id: textSchema(128).min(1) }))
    .output(z.object({ data: z.array(RequestSummary) }))
    .query(async ({ ctx, input }) => ({ data: await findRequests(ctx.caller, input.request_id) })),
  clients: portalProcedure
    .input(RequestFilter.pick({ credential: true }).required().extend({ zone: timeZone }))
    .output(dataSchema(RequestClients))
    .query(async ({ ctx, input }) => ({ data: await listClients(ctx.caller, input.credential, input.zone) })),
  credentials: portalProcedure
    .output(z.object({ data: z.array(RequestCredential) }))
    .query(async ({ ctx }) => ({ data: await listCredentials(ctx.caller) })),
})
