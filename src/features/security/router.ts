import { z } from "zod"
import { Reauthentication } from "@/auth/reauthentication"
import { IDENTITY_PROVIDERS } from "@/domain/identity-provider"
import { getSecurityState } from "@/features/security/get-security-state"
import { listActivity } from "@/features/security/list-activity"
import {
  addPasskey,
  startPasskeyRegistration,
  removePasskey,
  startPasskeyAuthentication,
} from "@/features/security/passkeys"
import { reauthenticate, listReauthenticationMethods } from "@/features/security/reauthenticate"
import { removeIdentity } from "@/features/security/remove-identity"
import { replaceRecoveryCodes } from "@/features/security/renew-recovery-codes"
import { Activity, NewTotp, passkeyName, PasskeyRegistration, SecurityState } from "@/features/security/schema"
import { startTotpSetup, confirmTotp, removeTotp } from "@/features/security/totp"
import { publicProcedure, portalProcedure, recentPortalProcedure, router, staffProcedure } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

const FirstRecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

export const security = router({
  state: portalProcedure
    .output(dataSchema(SecurityState))
    .query(async ({ ctx }) => ({ data: await getSecurityState(ctx.caller) })),
  activity: portalProcedure
    .output(z.object({ data: z.array(Activity) }))
    .query(async ({ ctx }) => ({ data: await listActivity(ctx.caller) })),
  waysToProve: portalProcedure
    .output(z.object({ password: z.boolean(), code: z.boolean(), passkey: z.boolean() }))
    .query(({ ctx }) => listReauthenticationMethods(ctx.caller)),
  prove: portalProcedure
    .meta({ unverified: true })
    .input(z.object({ proof: Reauthentication }))
    .mutation(({ ctx, input }) => reauthenticate(ctx, input.proof)),
  /** Checks for a recent reauthentication, for routes that are not procedures. */
  recentlyProved: recentPortalProcedure.meta({ unverified: true }).mutation(() => undefined),
  /** Succeeds if staff pages may be shown; otherwise the portal asks for the second factor. */
  staffAccess: staffProcedure.output(z.object({ granted: z.literal(true) })).query(() => ({ granted: true as const })),
  passkeyRequest: publicProcedure.mutation(({ ctx }) => startPasskeyAuthentication(ctx.ip)),
  beginPasskey: recentPortalProcedure.mutation(({ ctx }) => startPasskeyRegistration(ctx)),
  addPasskey: recentPortalProcedure
    .input(z.object({ name: passkeyName, response: PasskeyRegistration }))
    .output(FirstRecoveryCodes)
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await addPasskey(ctx, input.name, input.response) })),
  removePasskey: recentPortalProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),
  removeIdentity: recentPortalProcedure
    .input(z.object({ provider: z.enum(IDENTITY_PROVIDERS) }))
    .mutation(({ ctx, input }) => removeIdentity(ctx, input.provider)),
  beginTotp: recentPortalProcedure
    .output(dataSchema(NewTotp))
    .mutation(async ({ ctx }) => ({ data: await startTotpSetup(ctx) })),
  confirmTotp: recentPortalProcedure
    .input(z.object({ code: z.string().max(20) }))
    .output(FirstRecoveryCodes)
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await confirmTotp(ctx, input.code) })),
  removeTotp: recentPortalProcedure.mutation(({ ctx }) => removeTotp(ctx)),
  renewCodes: recentPortalProcedure
    .output(z.object({ recovery_codes: z.array(z.string()) }))
    .mutation(async ({ ctx }) => ({ recovery_codes: await replaceRecoveryCodes(ctx) })),
})
