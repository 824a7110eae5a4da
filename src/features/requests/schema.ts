import { z } from "zod"
import { SCOPES, type Scope } from "@/domain/scope"
import { CREDENTIAL_PATTERN, CURSOR_PATTERN, HTTP_METHODS, STATUS_PATTERN } from "@/features/requests/filter-patterns"
import { textSchema, timestamp } from "@/trpc/wire"

const moment = timestamp.transform((at) => new Date(at))

export const RequestFilter = z.object({
  /** The id of a key, or of a grant to an app. */
  credential: z
    .string()
    .regex(CREDENTIAL_PATTERN)
    .transform((id) => id.replace(/^key_/, ""))
    .optional(),
  status: z.string().regex(STATUS_PATTERN).optional(),
  method: z.enum(HTTP_METHODS).optional(),
  /** Matches any part of the path. */
  path: textSchema(200).min(1).optional(),
  code: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional(),
  from: moment.optional(),
  /** Exclusive. */
  until: moment.optional(),
})

export type RequestFilter = z.output<typeof RequestFilter>

export const ListRequests = RequestFilter.extend({
  before: z
    .string()
    .regex(CURSOR_PATTERN)
    .refine((cursor) => !Number.isNaN(Date.parse(cursor.slice(0, 24))))
    .optional(),
})
export type ListRequests = z.output<typeof ListRequests>

export const RequestSummary = z.object({
  id: z.uuid(),
  request_id: z.string(),
  livemode: z.boolean(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  error_code: z.string().nullable(),
  duration_ms: z.number(),
  credential_id: z.string(),
  created_at: timestamp,
})

export type RequestSummary = z.output<typeof RequestSummary>

export const RequestPage = z.object({
  data: z.array(RequestSummary),
  /** The cursor for older requests; null if there are none. */
  next: z.string().nullable(),
  /** Set if the page is not full although there may be more: how far back it was searched. */
  searched_to: timestamp.nullable(),
})

export type RequestPage = z.output<typeof RequestPage>

const scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
const headers = z.record(z.string(), z.string())

export const LoggedRequest = RequestSummary.extend({
  operation: z.string(),
  query: z.string().nullable(),
  /** The scope that the operation requires; null if it was not known yet. */
  scope: scope.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Without Authorization and Cookie, which are never stored. Null for rows from before headers were logged. */
  request_headers: headers.nullable(),
  /** Bodies and the response's headers are stored only for errors and changes. */
  request_body: z.string().nullable(),
  response_headers: headers.nullable(),
  response_body: z.string().nullable(),
  credential: z.object({
    kind: z.enum(["api_key", "oauth"]),
    /** The name of the key or the app; null if it was deleted. */
    name: z.string().nullable(),
    /** The key's prefix and last four characters. */
    hint: z.string().nullable(),
  }),
})

export type LoggedRequest = z.output<typeof LoggedRequest>

export const RequestCredential = z.object({
  id: z.string(),
  kind: z.enum(["api_key", "oauth"]),
  name: z.string(),
})
export type RequestCredential = z.output<typeof RequestCredential>
