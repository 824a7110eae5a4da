import { z } from "zod"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"
import { textSchema, timestamp } from "@/trpc/wire"

const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** The errors that a status alone asks for. */
export const CODE_OF_STATUS = {
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "unavailable",
} as const satisfies Record<number, ProblemCode>

export const OPERATION_DELAY_MAX_MS = 10_000
export const FAULT_TIMES_MAX = 100

const EXAMPLE_FAULT = {
  id: "flt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a95",
  operation: "listSellerOrders",
  status: 503,
  code: "unavailable",
  times: 2,
  remaining: 2,
  delay_ms: 0,
  created_at: "2026-05-02T10:00:00.000Z",
} as const

export const SandboxFault = z
  .object({
    id: z.string().describe("What it affects carries this id in the header `Haat-Sandbox-Fault`."),
    operation: z.string().nullable().describe("The `operationId` that fails or is late."),
    status: z.int().nullable().describe("The HTTP status of the error; null if the operation is only late."),
    code: z.enum(PROBLEM_CODES).nullable().describe("The code of the error; null if the operation is only late."),
    times: z.int().min(1).describe("How often it takes effect in all."),
    remaining: z.int().min(1).describe("How often it still takes effect. After the last time it is gone."),
    delay_ms: z.int().min(0).describe("Milliseconds that the operation is late."),
    created_at: timestamp,
  })
  .meta({
    id: "SandboxFault",
    description: "What goes wrong in the sandbox because the account asked for it.",
    examples: [EXAMPLE_FAULT],
  })

export type SandboxFault = z.output<typeof SandboxFault>

export const CreateFault = z
  .object({
    operation: textSchema(100).describe(
      "The `operationId` of an operation in openapi.json that needs a credential. Those of the sandbox itself never fail.",
    ),
    status: z
      .literal([429, 500, 503])
      .describe(
        "Answers `rate_limit_exceeded`, `internal_error` or `unavailable`. 429 and 503 come with `Retry-After: 1`.",
      )
      .optional(),
    code: z
      .enum(PROBLEM_CODES)
      .describe("Answers this error instead: one that the operation lists, such as `not_a_seller` or `token_expired`.")
      .optional(),
    times: z.int().min(1).max(FAULT_TIMES_MAX).default(1).describe("How many requests it affects."),
    delay_ms: z
      .int()
      .min(0)
      .max(OPERATION_DELAY_MAX_MS)
      .default(0)
      .describe("Milliseconds to wait first. With neither `status` nor `code` the operation then runs as usual."),
  })
  .meta({
    examples: [
      { operation: "listSellerOrders", status: 503, times: 2 },
      { operation: "listOrders", times: 1, delay_ms: 5_000 },
      { operation: "listSellerOrders", code: "not_a_seller" },
    ],
  })

export type CreateFault = z.output<typeof CreateFault>
