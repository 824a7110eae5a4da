import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import { LOCALES } from "@/domain/locale"
import { mailableReturnPath } from "@/domain/return-path"
import { textSchema } from "@/trpc/wire"

export const PASSWORD_MIN = 10

const email = textSchema(EMAIL_MAX)
  .transform((address) => address.trim())
  .pipe(z.email())
const newPassword = textSchema(200).pipe(z.string().min(PASSWORD_MIN))

/** The page to return to; one that must not be put into an email is dropped. */
const returnPath = z.string().max(2000).optional().transform(mailableReturnPath)

export const PasswordReset = z.object({ token: z.string().max(100), password: newPassword })
export const PasswordResetResult = z.object({
  email: z.string().describe("The account's address, with which to sign in."),
})
export type PasswordResetResult = z.output<typeof PasswordResetResult>
export const PasswordChange = z.object({ current: textSchema(200), password: newPassword })
export const LinkToken = z.object({ token: z.string().max(100) })
export const PendingEmailChange = z.object({
  new_email: z.string(),
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
})
export const EmailChangeView = z.object({ end: z.enum(["old", "new"]), new_email: z.string(), confirmed: z.boolean() })
export const EmailChangeRequest = z.object({ email })
export const ResendVerification = z.object({ back: returnPath }).nullish()
export const PasswordResetRequest = z.object({ email, back: returnPath })

export const SignUp = z.object({
  name: textSchema(120)
    .transform((name) => name.trim())
    // The name appears in emails to unconfirmed addresses, so it must not contain a link.
    .pipe(
      z
        .string()
        .min(1)
        .regex(/^[^/:@<>]*$/),
    ),
  email,
  password: newPassword,
  locale: z.enum(LOCALES),
  back: returnPath,
})

export type SignUp = z.output<typeof SignUp>

export const CreateFirstStaff = SignUp.omit({ back: true }).extend({ token: z.string().max(100) })
export type CreateFirstStaff = z.output<typeof CreateFirstStaff>

/** The outcome of confirming an address. */
export const EmailVerification = z.object({
  email: z.string().describe("The confirmed address."),
  signed_in: z.boolean().describe("Whether a session was started, in the browser that signed up."),
  password_token: z
    .string()
    .nullable()
    .describe("The token with which the reader chooses a new password; null if the password stays valid."),
})

export type EmailVerification = z.output<typeof EmailVerification>
