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
      .describe("Who set the limit: Haat (default), the key's owner (may lower it) or Haat's staff (may raise it)."),
  })
  .meta({
    id: "RateLimit",
    description: "The rate limit of the calling credential.",
    examples: [
      { limit: 300, remaining: 287, reset_at: "2026-11-26T05:31:00.000Z", window_seconds: 60, set_by: "default" },
    ],
  })
export type RateLimit = z.output<typeof RateLimit>

/** The data of limit.approaching. */
export const ApproachingLimit = z
  .object({
    credential: z.object({
      type: z
        .enum(["api_key", "app"])
        .describe("app: a token of the app, for the event's account or for the app itself."),
      id: z.string().describe("The ID of the key, or the client ID of the app."),
      name: z.string(),
      last_four: z.string().describe("The last four characters of the key's secret; empty for an app."),
    }),
    limit: z.int().describe("Requests per window."),
    window_seconds: z.int(),
    reached_at: z.array(timestamp).describe("When 80 % of the limit was used in each of the windows."),
  })
  .meta({
    id: "ApproachingLimit",
    description: "A credential that repeatedly uses most of its rate limit.",
    examples: [
      {
        credential: {
          type: "api_key",
          id: "key_01939a6e-0000-7000-8000-000000000001",
          name: "Warehouse",
          last_four: "h4Kq",
        },
        limit: 300,
        window_seconds: 60,
        reached_at: ["2026-05-03T08:09:41.000Z", "2026-05-03T08:10:52.000Z", "2026-05-03T08:12:00.000Z"],
      },
    ],
  })
export type ApproachingLimit = z.output<typeof ApproachingLimit>
