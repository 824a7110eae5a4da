import { z } from "zod"
import { resendVerification } from "@/features/accounts/resend-verification"
import { SignUp } from "@/features/accounts/schema"
import { signUp } from "@/features/accounts/sign-up"
import { verifyEmail } from "@/features/accounts/verify-email"
import { open, portal, router } from "@/trpc/procedures"

export const accounts = router({
  signUp: open.input(SignUp).mutation(({ ctx, input }) => signUp(input, ctx.address)),
  verifyEmail: open.input(z.object({ token: z.string() })).mutation(({ input }) => verifyEmail(input.token)),
  resendVerification: portal.mutation(({ ctx }) => resendVerification(ctx.caller)),
})
