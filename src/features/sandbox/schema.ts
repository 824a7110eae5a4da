import { z } from "zod"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { textSchema, timestamp } from "@/trpc/wire"

const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** The errors that a status alone asks for. */
export const CODE_OF_STATUS = {
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "unavailable",
} as const satisfies Record<number, ProblemCode>

const BEHAVIOURS = ["duplicate", "out_of_order", "delay"] as const

export const OPERATION_DELAY_MAX_MS = 10_000
const EVENT_DELAY_MAX_MS = 86_400_000
const FAULT_TIMES_MAX = 100

const EXAMPLE_FAULT = {
  id: "flt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a95",
  operation: "listSellerOrders",
  status: 503,
  code: "unavailable",
  event: null,
  behaviour: null,
  times: 2,
  remaining: 2,
  delay_ms: 0,
  created_at: "2026-05-02T10:00:00.000Z",
} as const

export const SandboxFault = z
  .object({
    id: z
      .string()
      .describe("The fault's ID. Affected responses and deliveries have it in the header `Haat-Sandbox-Fault`."),
    operation: z
      .string()
      .nullable()
      .describe("The `operationId` of the operation that fails or is delayed; null for an event's fault."),
    status: z.int().nullable().describe("The HTTP status of the error; null if there is none."),
    code: z.enum(PROBLEM_CODES).nullable().describe("The code of the error; null if there is none."),
    event: z
      .enum(WEBHOOK_EVENTS)
      .nullable()
      .describe("The event whose deliveries are affected; null for an operation's fault."),
    behaviour: z.enum(BEHAVIOURS).nullable().describe("How the deliveries are affected."),
    times: z.int().min(1).describe("How many times the fault takes effect in total."),
    remaining: z.int().min(1).describe("How many times the fault will still take effect. It is then deleted."),
    delay_ms: z.int().min(0).describe("The delay of the operation or delivery, in milliseconds."),
    created_at: timestamp.describe("When the fault was created, by the sandbox's clock."),
  })
  .meta({
    id: "SandboxFault",
    description: "An error or delay that the account created in its sandbox.",
    examples: [EXAMPLE_FAULT],
  })

export type SandboxFault = z.output<typeof SandboxFault>

export const CreateFault = z
  .object({
    operation: textSchema(100)
      .describe("The `operationId` of an operation that requires a credential. Sandbox operations never fail.")
      .optional(),
    status: z
      .literal([429, 500, 503])
      .describe(
        "Returns `rate_limit_exceeded`, `internal_error` or `unavailable`. 429 and 503 come with `Retry-After: 1`.",
      )
      .optional(),
    code: z
      .enum(PROBLEM_CODES)
      .describe("Returns this error instead: one that the operation lists, such as `not_a_seller` or `token_expired`.")
      .optional(),
    event: z
      .enum(WEBHOOK_EVENTS)
      .describe("The event whose next deliveries to the account's test endpoints are affected. Replaces `operation`.")
      .optional(),
    behaviour: z
      .enum(BEHAVIOURS)
      .describe(
        "With `event`. duplicate: the event is delivered twice, with the same `webhook-id`. out_of_order: it is held until a later event was attempted, for at most `delay_ms` (by default 60,000). delay: its first attempt is made `delay_ms` later.",
      )
      .optional(),
    times: z.int().min(1).max(FAULT_TIMES_MAX).default(1).describe("The number of requests or deliveries to affect."),
    delay_ms: z
      .int()
      .min(0)
      .max(EVENT_DELAY_MAX_MS)
      .default(0)
      .describe(
        "The delay in milliseconds, at most 10,000 for an operation. Without `status` or `code`, the operation then runs as usual.",
      ),
  })
  .meta({
    examples: [
      { operation: "listSellerOrders", status: 503, times: 2 },
      { operation: "listOrders", delay_ms: 5_000 },
      { operation: "listSellerOrders", code: "not_a_seller" },
      { event: "seller.order.updated", behaviour: "duplicate" },
    ],
  })

export type CreateFault = z.output<typeof CreateFault>

export const Sandbox = z
  .object({
    id: z.string(),
    epoch: timestamp.describe(
      "When the sandbox's time begins: 10:00 in India before its first use. A reset returns to it.",
    ),
    clock: timestamp.describe("The time in the sandbox. It stands still until you move it."),
    store: z.string().describe("The slug of the account's store in the sandbox."),
    counts: z.object({
      products: z.int().min(0).describe("The products that `GET /products` lists."),
      orders: z.int().min(0).describe("Orders that the account placed as a customer."),
      seller_orders: z.int().min(0).describe("Orders placed with the account's own store."),
    }),
    faults: z.array(SandboxFault).describe("The active faults, oldest first."),
  })
  .meta({
    id: "Sandbox",
    description: "The marketplace that the account's test credentials act in. Nobody else sees it.",
    examples: [
      {
        id: "sbx_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a96",
        epoch: "2026-05-02T04:30:00.000Z",
        clock: "2026-05-05T04:30:00.000Z",
        store: "your-sandbox-store-w1",
        counts: { products: 214, orders: 12, seller_orders: 24 },
        faults: [{ ...EXAMPLE_FAULT }],
      },
    ],
  })

export type Sandbox = z.output<typeof Sandbox>

/** The furthest that one call moves the clock, and all together. */
export const MOVE_MAX_DAYS = 60
export const CLOCK_MAX_DAYS = 730

export const MoveClock = z
  .object({
    advance: textSchema(50)
      .describe(
        `An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as \`P3D\` or \`PT2H30M\`. At most ${MOVE_MAX_DAYS} days.`,
      )
      .optional(),
    to: timestamp.describe(`The time to move to, after the clock's, at most ${MOVE_MAX_DAYS} days.`).optional(),
  })
  .meta({ examples: [{ advance: "P3D" }, { to: "2026-05-05T10:00:00Z" }] })

export type MoveClock = z.output<typeof MoveClock>
