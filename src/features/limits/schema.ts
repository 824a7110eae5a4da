import { z } from "zod"
import { timestamp } from "@/trpc/wire"

export const RateLimit = z
  .object({
    limit: z.int().describe("Requests per window, as in `X-RateLimit-Limit`."),
    remaining: z.int().describe("Requests left after this one, as in `X-RateLimit-Remaining`."),
    reset_at: timestamp.describe("When the window ends: the time of `X-RateLimit-Reset`."),
    window_seconds: z.int().describe("The length of the window."),
    set_by: z
      .enum(["default", "owner", "staff"])
      .describe(
        "Who set the limit: Haat's default, the key's owner, who may lower it, or Haat's staff, who may raise it.",
      ),
  })
  .meta({
    id: "RateLimit",
    description: "The rate limit of the calling credential.",
    examples: [
      { limit: 300, remaining: 287, reset_at: "2026-11-26T05:31:00.000Z", window_seconds: 60, set_by: "default" },
    ],
  })
export type RateLimit = z.output<typeof RateLimit>
