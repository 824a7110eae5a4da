import { z } from "zod"
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
  OauthApp,
  OauthAppSummary,
  OauthLogEntry,
  SECRET_OVERLAPS,
  type SecretOverlap,
  UpdateApp,
} from "@/features/oauth-apps/schema"
import { discardChanges, submitApp, withdrawApp } from "@/features/oauth-apps/submit-app"
import { addTester, removeTester } from "@/features/oauth-apps/testers"
import { updateApp } from "@/features/oauth-apps/update-app"
import { portal, portalRecent, router } from "@/trpc/procedures"
import { one, text } from "@/trpc/wire"

const overlaps = Object.keys(SECRET_OVERLAPS) as [SecretOverlap, ...SecretOverlap[]]
const app = z.object({ client_id: z.string() })
const email = text(254)
  .transform((address) => address.trim())
  .pipe(z.email())

export const oauthApps = router({
  list: portal
    .output(z.object({ data: z.array(OauthAppSummary) }))
    .query(async ({ ctx }) => ({ data: await listAppSummaries(ctx.caller.accountId) })),
  get: portal
    .input(app)
    .output(one(OauthApp))
    .query(async ({ ctx, input }) => ({ data: await getOwnApp(ctx.caller.accountId, input.client_id) })),
  create: portalRecent
    .input(CreateApp)
    .output(one(NewApp))
    .mutation(async ({ ctx, input }) => ({ data: await createApp(ctx, input) })),
  update: portal
    .input(UpdateApp)
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await updateApp(ctx, input) })),
  submit: portal
    .input(app)
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await submitApp(ctx, input.client_id) })),
  withdraw: portal
    .input(app)
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await withdrawApp(ctx, input.client_id) })),
  discard: portal
    .input(app)
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await discardChanges(ctx, input.client_id) })),
  rollSecret: portalRecent
    .input(app.extend({ overlap: z.enum(overlaps) }))
    .output(one(NewSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rollSecret(ctx, input.client_id, input.overlap) })),
  endOldSecret: portal
    .input(app)
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await expireOldSecret(ctx, input.client_id) })),
  addTester: portal
    .input(app.extend({ email }))
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await addTester(ctx, input.client_id, input.email) })),
  removeTester: portal
    .input(app.extend({ email }))
    .output(one(OauthApp))
    .mutation(async ({ ctx, input }) => ({ data: await removeTester(ctx, input.client_id, input.email) })),
  log: portal
    .input(ListLog)
    .output(z.object({ data: z.array(OauthLogEntry), next: z.uuid().nullable() }))
    .query(({ ctx, input }) => listAppLog(ctx.caller.accountId, input)),
  delete: portal.input(app).mutation(({ ctx, input }) => deleteApp(ctx, input.client_id)),
})
