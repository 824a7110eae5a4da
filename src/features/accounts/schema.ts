import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { text } from "@/trpc/wire"

export const PASSWORD_MIN = 10

export const SignUp = z.object({
  name: text(120)
    .transform((name) => name.trim())
    // The name is in mails to an address that nobody has confirmed yet: no link of a stranger's may travel in it.
    .pipe(z.string().min(1).regex(/^[^/:@<>]*$/)),
  email: text(254)
    .transform((email) => email.trim())
    .pipe(z.email()),
  password: text(200).pipe(z.string().min(PASSWORD_MIN)),
  locale: z.enum(LOCALES),
})

export type SignUp = z.output<typeof SignUp>
