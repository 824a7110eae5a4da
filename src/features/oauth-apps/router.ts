import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import { listAppSummaries } from "@/features/oauth-apps/app-row"
import { createApp } from "@/features/oauth-apps/create-app"
import { deleteApp } from "@/features/oauth-apps/delete-app"
import { listAppLog } from "@/features/oauth-apps/list-app-log"
import { getOwnApp } from "@/features/oauth-apps/own-app"
import { expireOldSecret, rollSecret } from "@/features/oauth-apps/roll-secret"
import {
  CreateApp,
  ListLog,
  NewApp,
  NewSecret,
  TestClientRedirects,
  OauthApp,
  OauthAppSummary,
  OauthLogEntry,
  SECRET_OVERLAPS,
  type SecretOverlap,
  UpdateApp,
} from "@/features/oauth-apps/schema"
import { discardChanges, submitApp, withdrawApp } from "@/features/oauth-apps/submit-app"
import { createTestClient, deleteTestClient, updateTestClient } from "@/features/oauth-apps/test-client"
import { addTester, removeTester } from "@/features/oauth-apps/testers"
import { updateApp } from "@/features/oauth-apps/update-app"
import { portalProcedure, recentPortalProcedure, router } from "@/trpc/procedures"
import { dataSchema, textSchema } from "@/trpc/wire"

const overlaps = Object.keys(SECRET_OVERLAPS) as [SecretOverlap, ...SecretOverlap[]]
const app = z.object({ client_id: z.string() })
const email = textSchema(EMAIL_MAX)
  .transform((address) => address.trim())
  .pipe(z.email())

export const oauthApps = router({
  list: portalProcedure
    .output(z.object({ data: z.array(OauthAppSummary) }))
    .query(async ({ ctx }) => ({ data: await listAppSummaries(ctx.caller.accountId) })),
  get: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .query(async ({ ctx, input }) => ({ data: await getOwnApp(ctx.caller.accountId, input.client_id) })),
  create: recentPortalProcedure
    .input(CreateApp)
    .output(dataSchema(NewApp))
    .mutation(async ({ ctx, input }) => ({ data: await createApp(ctx, input) })),
  update: portalProcedure
    .input(UpdateApp)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await updateApp(ctx, input) })),
  submit: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await submitApp(ctx, input.client_id) })),
  withdraw: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await withdrawApp(ctx, input.client_id) })),
  discard: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await discardChanges(ctx, input.client_id) })),
  createTestClient: recentPortalProcedure
    .input(TestClientRedirects)
    .output(dataSchema(NewApp))
    .mutation(async ({ ctx, input }) => ({ data: await createTestClient(ctx, input) })),
  updateTestClient: portalProcedure
    .input(TestClientRedirects)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await updateTestClient(ctx, input) })),
  deleteTestClient: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await deleteTestClient(ctx, input.client_id) })),
  rollSecret: recentPortalProcedure
    .input(app.extend({ overlap: z.enum(overlaps) }))
    .output(dataSchema(NewSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rollSecret(ctx, input.client_id, input.overlap) })),
  endOldSecret: portalProcedure
    .input(app)
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await expireOldSecret(ctx, input.client_id) })),
  addTester: portalProcedure
    .input(app.extend({ email }))
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await addTester(ctx, input.client_id, input.email) })),
  removeTester: portalProcedure
    .input(app.extend({ email }))
    .output(dataSchema(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await removeTester(ctx, input.client_id, input.email) })),
  log: portalProcedure
    .input(ListLog)
    .output(z.object({ data: z.array(OauthLogEntry), next: z.uuid().nullable() }))
    .query(({ ctx, input }) => listAppLog(ctx.caller.accountId, input)),
  delete: portalProcedure.input(app).mutation(({ ctx, input }) => deleteApp(ctx, input.client_id)),
})
