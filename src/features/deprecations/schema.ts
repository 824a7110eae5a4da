import { z } from "zod"
import { DEPRECATED_KINDS } from "@/domain/deprecation"
import { timestamp } from "@/trpc/wire"

const day = z.iso.date()

const declared = {
  id: z.string().describe("The ID of the deprecated operation, parameter or field."),
  operation: z.string().describe("The operation, such as `GET /orders`."),
  operation_id: z.string().describe("The `operationId` in openapi.json."),
  kind: z.enum(DEPRECATED_KINDS).describe("What part of the operation is deprecated."),
  name: z.string().nullable().describe("The name of the parameter or the path of the field; null for an operation."),
  deprecated_on: day.describe("The day from which it is deprecated, as in the header `Deprecation`."),
  sunset_on: day.describe("The day from which it may stop working, as in the header `Sunset`."),
  replacement: z
    .string()
    .nullable()
    .describe("What to use instead: an operationId, or the name of a parameter or field. Null if nothing replaces it."),
  guide_url: z.string().describe("The URL of the migration guide."),
}

const counted = {
  calls: z.int().min(0).describe("The number of requests in the last 30 days that used it."),
  last_called_at: timestamp.nullable().describe("Null if there was none."),
}

const DeprecationCaller = z.object({
  type: z.enum(["api_key", "app"]),
  id: z.string().describe("The ID of the API key, or the client ID of the app."),
  name: z.string(),
  ...counted,
  request_ids: z.array(z.string()).describe("The IDs of the newest requests, at most three."),
})
export type DeprecationCaller = z.output<typeof DeprecationCaller>

export const Deprecation = z
  .object({
    ...declared,
    ...counted,
    callers: z.array(DeprecationCaller).describe("The account's active keys and its own apps, most calls first."),
  })
  .meta({
    id: "Deprecation",
    description: "A deprecated feature, and who still uses it.",
    examples: [
      {
        id: "listOrders parameter status",
        operation: "GET /orders",
        operation_id: "listOrders",
        kind: "parameter",
        name: "status",
        deprecated_on: "2026-12-01",
        sunset_on: "2027-06-15",
        replacement: "state",
        guide_url: "https://haat.example/docs/guides/versions",
        calls: 7,
        last_called_at: "2026-12-03T05:31:07.123Z",
        callers: [
          {
            type: "api_key",
            id: "key_01939a6e-0000-7000-8000-000000000001",
            name: "Warehouse",
            calls: 7,
            last_called_at: "2026-12-03T05:31:07.123Z",
            request_ids: ["01939a6e-8f3e-7bb6-9a54-5a1d4b9f2c11"],
          },
        ],
      },
    ],
  })
export type Deprecation = z.output<typeof Deprecation>

/** A deprecation with the accounts that still use it, for staff. */
export const StaffDeprecation = z.object({
  ...declared,
  ...counted,
  accounts: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), ...counted })),
  /** Whether there are more accounts, with fewer calls each, than are listed. */
  truncated: z.boolean(),
})
export type StaffDeprecation = z.output<typeof StaffDeprecation>
