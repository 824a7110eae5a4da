import { z } from "zod"
import { USAGE_RANGES } from "@/domain/usage"
import { REPORT_GROUPS } from "@/platform/request-log/request-store"
import { dateInput, timestamp, timeZone } from "@/trpc/wire"

export const UsageQuery = z.object({
  range: z.enum(USAGE_RANGES),
  zone: timeZone,
})

export type UsageQuery = z.output<typeof UsageQuery>

const counts = {
  requests: z.int(),
  /** Responses with status 400 or above. */
  errors: z.int(),
  /** Milliseconds, with an error below 2 %, or a lower bound; null for no request. */
  p95: z.object({ ms: z.number(), at_least: z.boolean() }).nullable(),
}

const period = { from: timestamp, until: timestamp, ...counts }
/** The steps, or several of them together where they have too few requests for a percentile. */
const p95_steps = z.array(z.object(period))

export const Usage = z.object({ ...counts, steps: z.array(z.object(period)), p95_steps })
export type Usage = z.output<typeof Usage>

/** A range of whole hours that ends now, or between two times; with the requests of one API key, or of all. */
export const UsageSummaryQuery = UsageQuery.extend({
  range: UsageQuery.shape.range.optional(),
  from: dateInput.optional(),
  to: dateInput.optional(),
  key: z.string().optional(),
})
export type UsageSummaryQuery = z.output<typeof UsageSummaryQuery>

const UsageGroup = z.object({
  /** An API key or the grant of an app by its id, an operation, or a status. */
  name: z.string(),
  ...counts,
  /** In the period before; null if usage was not kept then. */
  previous_requests: z.int().nullable(),
})
export type UsageGroup = z.output<typeof UsageGroup>

export const UsageSummary = z.object({
  ...period,
  /** The period of the same length before, up to the same hour; null if usage was not kept then. */
  previous: z.object(period).nullable(),
  steps: z.array(z.object({ ...period, previous_requests: z.int().nullable() })),
  p95_steps,
  /** From when on requests of the period may be missing, as in `GET /v1/usage`; null if none are. */
  incomplete_from: timestamp.nullable(),
  /** Most requests first. */
  groups: z.object({ key: z.array(UsageGroup), operation: z.array(UsageGroup), status: z.array(UsageGroup) }),
})
export type UsageSummary = z.output<typeof UsageSummary>

export const UsageReportQuery = z.object({
  from: dateInput
    .optional()
    .describe(
      "The earliest time. By default 24 hours before `to`, or 30 days with `day` or `range`. The interval that contains it is counted in full.",
    ),
  to: dateInput
    .optional()
    .describe("The latest time, exclusive; by default now. The interval that contains it is counted in full."),
  interval: z
    .enum(["hour", "day", "range"])
    .default("hour")
    .describe(
      "The interval, in UTC. At most 31 days by hour, 400 by day. `range` counts the whole hours of the range together.",
    ),
  group_by: z
    .enum(REPORT_GROUPS)
    .optional()
    .describe("Counts separately by API key or app grant, by operation, or by status."),
})
export type UsageReportQuery = z.output<typeof UsageReportQuery>

export const UsageCount = z
  .object({
    from: timestamp.describe("When the interval begins."),
    until: timestamp.describe("When the interval ends, exclusive."),
    key: z.string().nullable().describe("The ID of the API key, or of the grant to an app; only with `group_by=key`."),
    operation: z.string().nullable().describe("Such as `GET /products/{slug}`; only with `group_by=operation`."),
    status: z.int().nullable().describe("The HTTP status; only with `group_by=status`."),
    requests: z.int().describe("The exact number of requests."),
    errors: z.int().describe("The number of requests with a status of 400 or above."),
    p50_ms: z.number().nullable().describe("The median duration in milliseconds, estimated from a histogram."),
    p95_ms: z
      .number()
      .nullable()
      .describe("The 95th percentile of the duration in milliseconds, estimated from a histogram."),
  })
  .meta({
    id: "UsageCount",
    description: "The requests of an interval. Intervals without a request are left out.",
    examples: [
      {
        from: "2026-11-26T05:00:00.000Z",
        until: "2026-11-26T06:00:00.000Z",
        key: null,
        operation: "GET /products",
        status: null,
        requests: 1204,
        errors: 3,
        p50_ms: 4.1,
        p95_ms: 18.7,
      },
    ],
  })
export type UsageCount = z.output<typeof UsageCount>

export const UsageReport = z.object({
  data: z.array(UsageCount),
  meta: z.object({
    from: timestamp.describe("When the first interval begins."),
    to: timestamp.describe("When the last interval ends, exclusive."),
    livemode: z.boolean().describe("True if live requests are counted, false for sandbox requests."),
    incomplete_from: timestamp
      .nullable()
      .describe(
        "When requests of the range may start to be missing, because a Haat process was killed. Null if none are missing.",
      ),
  }),
})
export type UsageReport = z.output<typeof UsageReport>

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
