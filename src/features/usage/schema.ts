import { z } from "zod"
import { isTimeZone } from "@/domain/time-zone"
import { timestamp } from "@/trpc/wire"

/** The steps of a range: hours per step, and the number of steps. */
export const RANGES = { "24h": [1, 24], "7d": [6, 28], "30d": [24, 30] } as const satisfies Record<
  string,
  readonly [1 | 6 | 24, number]
>
export type Range = keyof typeof RANGES

export const UsageQuery = z.object({
  range: z.enum(Object.keys(RANGES) as [Range, ...Range[]]),
  zone: z
    .string()
    .refine(isTimeZone, { message: "Must be the name of a time zone", params: { code: "invalid_time_zone" } }),
})

export type UsageQuery = z.output<typeof UsageQuery>

const counts = {
  requests: z.int(),
  /** Responses with status 400 or above. */
  errors: z.int(),
  /** Milliseconds, with an error below 2 %, or a lower bound; null for no request. */
  p95: z.object({ ms: z.number(), at_least: z.boolean() }).nullable(),
}

export const Usage = z.object({ ...counts, steps: z.array(z.object({ from: timestamp, until: timestamp, ...counts })) })
export type Usage = z.output<typeof Usage>

export const ErrorGroup = z.object({
  code: z.string(),
  operation: z.string(),
  status: z.int(),
  requests: z.int(),
  last_at: timestamp,
})
export type ErrorGroup = z.output<typeof ErrorGroup>

export const KeyRateLimit = z.object({
  id: z.string(),
  name: z.string(),
  limit: z.int(),
  remaining: z.int(),
  reset_seconds: z.int().nullable(),
})
export type KeyRateLimit = z.output<typeof KeyRateLimit>

export const FirstSteps = z.object({ key: z.boolean(), request: z.boolean(), webhook: z.boolean() })
export type FirstSteps = z.output<typeof FirstSteps>
