import { z } from "zod"
import { OAUTH_SCOPES } from "@/domain/scope"
import { timestamp } from "@/trpc/wire"

export const ConnectedApp = z.object({
  id: z.uuid(),
  name: z.string(),
  logo: z.string().nullable(),
  developer: z.string(),
  homepage_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  scopes: z.array(z.enum(OAUTH_SCOPES)),
  /** Whether the platform has suspended the app. */
  suspended: z.boolean(),
  /** Whether the app knows the person as the persona of their sandbox. */
  persona: z.boolean(),
  granted_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export type ConnectedApp = z.output<typeof ConnectedApp>
