import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { text } from "@/trpc/wire"

export const PASSWORD_MIN = 10

export const SignUp = z.object({
  name: text(120)
    .transform((name) => name.trim())
    .pipe(z.string().min(1)),
  email: text(254)
    .transform((email) => email.trim())
    .pipe(z.email()),
  password: text(200).pipe(z.string().min(PASSWORD_MIN)),
  locale: z.enum(LOCALES),
})

export type SignUp = z.output<typeof SignUp>
