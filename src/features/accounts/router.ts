import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import { changePassword } from "@/features/accounts/change-password"
import { deleteAccount } from "@/features/accounts/delete-account"
import { createFirstStaff, isFirstStaffLinkValid } from "@/features/accounts/create-first-staff"
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getPendingEmailChange,
  requestEmailChange,
  rejectEmailChange,
} from "@/features/accounts/email-change"
import { requestPasswordReset } from "@/features/accounts/request-password-reset"
import { resendVerification } from "@/features/accounts/resend-verification"
import { isPasswordResetLinkValid, resetPassword } from "@/features/accounts/reset-password"
import {
  EmailChangeRequest,
  CreateFirstStaff,
  LinkToken,
  PendingEmailChange,
  PasswordChange,
  PasswordReset,
  PasswordResetResult,
  ResendVerification,
  PasswordResetRequest,
  EmailChangeView,
  SignUp,
  EmailVerification,
} from "@/features/accounts/schema"
import { countActiveAccess, revokeAccess } from "@/features/accounts/revoke-access"
import { signUp } from "@/features/accounts/sign-up"
import { verifyEmail } from "@/features/accounts/verify-email"
import { publicProcedure, portalProcedure, recentPortalProcedure, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

export const accounts = router({
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(input, ctx)),
  getFirstStaffLink: publicProcedure
    .input(LinkToken)
    .output(z.object({ valid: z.boolean() }))
    .query(async ({ input }) => ({ valid: await isFirstStaffLinkValid(input.token) })),
  getPasswordResetLink: publicProcedure
    .input(z.object({ token: z.string() }))
    .output(z.object({ valid: z.boolean() }))
    .query(async ({ input }) => ({ valid: await isPasswordResetLinkValid(input.token) })),
  createFirstStaff: publicProcedure.input(CreateFirstStaff).mutation(({ ctx, input }) => createFirstStaff(input, ctx)),
  verifyEmail: publicProcedure
    .input(z.object({ token: z.string() }))
    .output(EmailVerification)
    .mutation(({ ctx, input }) => verifyEmail(input.token, ctx)),
  requestPasswordReset: publicProcedure
    .input(PasswordResetRequest)
    .mutation(({ ctx, input }) => requestPasswordReset(input, ctx.ip)),
  resetPassword: publicProcedure
    .input(PasswordReset)
    .output(PasswordResetResult)
    .mutation(({ ctx, input }) => resetPassword(input, ctx)),
  changePassword: portalProcedure.input(PasswordChange).mutation(({ ctx, input }) => changePassword(ctx, input)),
  requestEmailChange: recentPortalProcedure
    .input(EmailChangeRequest)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input.email)),
  openEmailChange: portalProcedure
    .output(z.object({ data: PendingEmailChange.nullable() }))
    .query(async ({ ctx }) => ({ data: await getPendingEmailChange(ctx.caller.accountId) })),
  cancelEmailChange: portalProcedure.mutation(({ ctx }) => cancelEmailChange(ctx)),
  getEmailChange: publicProcedure
    .input(LinkToken)
    .output(dataSchema(EmailChangeView))
    .query(async ({ ctx, input }) => ({ data: await getEmailChange(input.token, ctx.ip) })),
  confirmEmailChange: publicProcedure
    .input(LinkToken)
    .output(z.object({ changed: z.boolean() }))
    .mutation(async ({ ctx, input }) => ({ changed: await confirmEmailChange(input.token, ctx) })),
  rejectEmailChange: publicProcedure.input(LinkToken).mutation(({ ctx, input }) => rejectEmailChange(input.token, ctx)),
  access: portalProcedure
    .output(z.object({ data: z.object({ keys: z.int(), apps: z.int() }) }))
    .query(async ({ ctx }) => ({ data: await countActiveAccess(ctx.caller) })),
  revokeAccess: portalProcedure.mutation(({ ctx }) => revokeAccess(ctx)),
  delete: recentPortalProcedure
    .meta({ unverified: true })
    .input(z.object({ confirmation: z.string().max(EMAIL_MAX) }))
    .mutation(({ ctx, input }) => deleteAccount(ctx, input.confirmation)),
  resendVerification: portalProcedure
    .meta({ unverified: true })
    .input(ResendVerification)
    .mutation(({ ctx, input }) => resendVerification(ctx.caller, input?.back ?? null)),
})
