import { z } from "zod"
import { SCOPES, type Scope } from "@/domain/scope"
import { CREDENTIAL_PATTERN, CURSOR_PATTERN, HTTP_METHODS, STATUS_PATTERN } from "@/features/requests/filter-patterns"
import { dateInput, textSchema, timestamp } from "@/trpc/wire"

export const RequestFilter = z.object({
  credential: z
    .string()
    .regex(CREDENTIAL_PATTERN)
    .transform((id) => id.replace(/^key_/, ""))
    .optional()
    .describe("Only requests with this API key, or with tokens of this grant to an app."),
  status: z
    .string()
    .regex(STATUS_PATTERN)
    .optional()
    .describe("Only requests with this status: `error` (400 and above), a class such as `4xx`, or a status."),
  method: z.enum(HTTP_METHODS).optional().describe("Only requests with this method."),
  path: textSchema(200)
    .min(1)
    .optional()
    .describe("Only requests whose path contains this text; the query is not searched."),
  code: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional()
    .describe("Only requests with this error code."),
  from: dateInput.optional().describe("Only requests that arrived at this time or later."),
  until: dateInput.optional().describe("Only requests that arrived before this time."),
})

export type RequestFilter = z.output<typeof RequestFilter>

export const ListRequests = RequestFilter.extend({
  before: z
    .string()
    .regex(CURSOR_PATTERN)
    .refine((cursor) => !Number.isNaN(Date.parse(cursor.slice(0, 24))))
    .optional()
    .describe("`meta.next` of the previous page."),
})
export type ListRequests = z.output<typeof ListRequests>

const summary = {
  id: z.uuid().describe("The ID of the log entry."),
  request_id: z.string().describe("The value of the header `X-Request-Id`."),
  livemode: z.boolean().describe("False for requests with a test key."),
  method: z.string(),
  path: z.string().describe("The path, with secrets redacted."),
  query: z
    .string()
    .nullable()
    .describe(
      "The query without its question mark. Contains only the operation's parameters, with secrets redacted and values cut to 200 characters.",
    ),
  status: z.int().describe("The HTTP status."),
  error_code: z.string().nullable().describe("The code of the error; null for a success."),
  duration_ms: z.number().describe("How long the response took, in milliseconds."),
  credential_id: z.string().describe("The ID of the API key, or of the grant to an app."),
  created_at: timestamp.describe("When the request arrived."),
}

const SUMMARY_EXAMPLE = {
  id: "01939a6e-8f3e-7bb6-9a54-5a1d4b9f2c11",
  request_id: "01939a6e-8f3e-7bb6-9a54-5a1d4b9f2c11",
  livemode: true,
  method: "PATCH",
  path: "/v1/seller/orders/HT-2605-000123-1/ship",
  query: null,
  status: 422,
  error_code: "validation_failed",
  duration_ms: 6.31,
  credential_id: "key_01939a6e-0000-7000-8000-000000000001",
  created_at: "2026-11-26T05:31:07.123Z",
}

export const RequestSummary = z
  .object(summary)
  .meta({ id: "LoggedRequest", description: "A request in the log.", examples: [SUMMARY_EXAMPLE] })

export type RequestSummary = z.output<typeof RequestSummary>

export const RequestPage = z.object({
  data: z.array(RequestSummary),
  meta: z.object({
    next: z.string().nullable().describe("The value of `before` for older requests; null if there are none."),
    searched_to: timestamp
      .nullable()
      .describe("How far back the search went; set if the page is not full but older requests may match."),
  }),
})

export type RequestPage = z.output<typeof RequestPage>

const scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
const headers = z.record(z.string(), z.string())

export const LoggedRequest = z
  .object({
    ...summary,
    operation: z.string().describe("Such as `GET /products/{slug}`."),
    scope: scope.nullable().describe("The scope that the operation requires; null if it was not determined."),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_headers: headers.nullable().describe("Selected request headers, never `Authorization` or `Cookie`."),
    request_body: z
      .string()
      .nullable()
      .describe("The redacted request body, at most 8,000 characters. Stored for errors and changes only."),
    response_headers: headers.nullable().describe("Selected response headers. Stored for errors and changes only."),
    response_body: z
      .string()
      .nullable()
      .describe("The redacted response body, at most 8,000 characters. Stored for errors and changes only."),
    unknown_api_version: z
      .string()
      .nullable()
      .describe("The value of `Api-Version` that is not a version; the header was ignored."),
    credential: z.object({
      kind: z.enum(["api_key", "oauth"]),
      name: z.string().nullable().describe("The name of the key or the app; null if it was deleted."),
      hint: z.string().nullable().describe("The key's prefix and last four characters."),
    }),
  })
  .meta({
    id: "LoggedRequestDetail",
    description: "A logged request with everything stored about it.",
    examples: [
      {
        ...SUMMARY_EXAMPLE,
        operation: "PATCH /seller/orders/{id}/ship",
        scope: "seller.orders.write",
        ip: "203.0.113.7",
        user_agent: "warehouse-sync/2.0",
        request_headers: { accept: "application/json", "content-type": "application/json" },
        request_body: '{"courier_name":"Pavan Express","awb":"!"}',
        response_headers: { "content-type": "application/json; charset=utf-8" },
        response_body: '{"error":{"code":"validation_failed","message":"The request has invalid fields."}}',
        unknown_api_version: null,
        credential: { kind: "api_key", name: "Warehouse", hint: "haat_live_…h4Kq" },
      },
    ],
  })

export type LoggedRequest = z.output<typeof LoggedRequest>

export const RequestCredential = z.object({
  id: z.string(),
  /** oauth: an app's tokens for the account; client: the own tokens of an app of the account. */
  kind: z.enum(["api_key", "oauth", "client"]),
  name: z.string(),
})
export type RequestCredential = z.output<typeof RequestCredential>

/** Where a credential's requests came from. */
export const RequestClients = z.object({
  /** Null: requests without one. */
  ips: z.array(z.object({ value: z.string().nullable(), requests: z.int(), last_at: timestamp })),
  user_agents: z.array(z.object({ value: z.string().nullable(), requests: z.int(), last_at: timestamp })),
  /** How many requests were counted. */
  requests: z.int(),
  /** Whether there were more, which were not counted. */
  incomplete: z.boolean(),
})
export type RequestClients = z.output<typeof RequestClients>
