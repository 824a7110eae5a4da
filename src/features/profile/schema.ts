import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { textSchema } from "@/trpc/wire"

const NAME_MAX = 120

export const UpdateProfile = z.object({
  name: textSchema(NAME_MAX)
    .transform((name) => name.trim())
    // The name appears in emails, so it must not contain a link.
    .pipe(
      z
        .string()
        .min(1)
        .regex(/^[^/:@<>]*$/),
    )
    .optional(),
  locale: z.enum(LOCALES).optional(),
  /** A picture in base64; null removes it. */
  avatar: z
    .base64()
    .max(700 * 1024)
    .nullable()
    .optional(),
})

export type UpdateProfile = z.output<typeof UpdateProfile>
