import { z } from "zod"
import { changePassword } from "@/features/accounts/change-password"
import { requestPasswordReset } from "@/features/accounts/request-password-reset"
import { resendVerification } from "@/features/accounts/resend-verification"
import { resetPassword } from "@/features/accounts/reset-password"
import { EmailOnly, PasswordChange, PasswordReset, SignUp } from "@/features/accounts/schema"
import { signUp } from "@/features/accounts/sign-up"
import { verifyEmail } from "@/features/accounts/verify-email"
import { open, portal, router } from "@/trpc/procedures"

export const accounts = router({
  signUp: open.input(SignUp).mutation(({ ctx, input }) => signUp(input, ctx.address)),
  verifyEmail: open.input(z.object({ token: z.string() })).mutation(({ input }) => verifyEmail(input.token)),
  requestPasswordReset: open.input(EmailOnly).mutation(({ ctx, input }) => requestPasswordReset(input.email, ctx.address)),
  resetPassword: open.input(PasswordReset).mutation(({ ctx, input }) => resetPassword(input, ctx)),
  changePassword: portal.input(PasswordChange).mutation(({ ctx, input }) => changePassword(ctx, input)),
  resendVerification: portal.mutation(({ ctx }) => resendVerification(ctx.caller)),
})
