import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { EXAMPLE_ACCOUNT_ID } from "@/domain/webhook-event"
import { getMe } from "@/features/me/get-me"
import { requireScope, router } from "@/trpc/procedures"
import { absoluteUrl, dataSchema, timestamp, toTimestamp } from "@/trpc/wire"

const Me = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.email(),
    email_verified: z.boolean(),
    phone_verified: z.boolean(),
    locale: z.enum(LOCALES),
    avatar_url: z.url().nullable(),
    created_at: timestamp,
  })
  .meta({
    id: "Me",
    description: "The account that the credential acts for.",
    examples: [
      {
        id: EXAMPLE_ACCOUNT_ID,
        name: "Asha Jha",
        email: "asha@example.in",
        email_verified: true,
        phone_verified: false,
        locale: "mai",
        avatar_url: null,
        created_at: "2026-05-01T09:30:00.000Z",
      },
    ],
  })

export const me = router({
  get: requireScope("profile.read")
    .meta({
      openapi: {
        method: "GET",
        path: "/me",
        operationId: "getMe",
        tags: ["Account"],
        summary: "Retrieve the current account",
        description:
          "Returns the owner of the API key, or the person who authorized the app. A test client gets a sample person, unless that person is the app's owner or a tester.",
      },
    })
    .output(
      dataSchema(Me).extend({
        meta: z.object({
          livemode: z.boolean().describe("False for test keys, and for access tokens of test clients."),
        }),
      }),
    )
    .query(async ({ ctx }) => {
      const account = await getMe(ctx.caller)
      return {
        data: {
          id: account.id,
          name: account.name,
          email: account.email,
          email_verified: account.email_verified_at !== null,
          phone_verified: account.phone_verified_at !== null,
          locale: account.locale,
          avatar_url: account.avatar_path === null ? null : absoluteUrl(account.avatar_path),
          created_at: toTimestamp(account.created_at),
        },
        meta: { livemode: ctx.caller.livemode },
      }
    }),
})
