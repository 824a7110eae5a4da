import { z } from "zod"
import { SCOPES, type Scope } from "@/domain/scope"
import { CREDENTIAL, CURSOR, METHODS, STATUS } from "@/features/requests/filter-words"
import { text, timestamp } from "@/trpc/wire"

const moment = timestamp.transform((at) => new Date(at))

export const RequestFilter = z.object({
  mode: z.enum(["live", "test"]),
  /** A key's id, or that of what an app was granted. */
  credential: z
    .string()
    .regex(CREDENTIAL)
    .transform((id) => id.replace(/^key_/, ""))
    .optional(),
  status: z.string().regex(STATUS).optional(),
  method: z.enum(METHODS).optional(),
  /** Any part of it. */
  path: text(200).min(1).optional(),
  code: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .optional(),
  from: moment.optional(),
  /** Not counted in itself. */
  until: moment.optional(),
})

export type RequestFilter = z.output<typeof RequestFilter>

export const ListRequests = RequestFilter.extend({
  before: z
    .string()
    .regex(CURSOR)
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
  /** Asks for what is older; null where nothing is. */
  next: z.string().nullable(),
  /** Set where the page is not full although there may be more: how far back was looked. */
  searched_to: timestamp.nullable(),
})

export type RequestPage = z.output<typeof RequestPage>

const scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])
const headers = z.record(z.string(), z.string())

export const LoggedRequest = RequestSummary.extend({
  operation: z.string(),
  query: z.string().nullable(),
  /** What the operation asks of its credential; null where it was not known yet. */
  scope: scope.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Without Authorization and Cookie, which are never kept. Null for what was logged before headers were kept. */
  request_headers: headers.nullable(),
  /** Bodies and the response's headers are kept for errors and changes alone. */
  request_body: z.string().nullable(),
  response_headers: headers.nullable(),
  response_body: z.string().nullable(),
  credential: z.object({
    kind: z.enum(["api_key", "oauth"]),
    /** Of the key or the app; null when it is gone. */
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
  livemode: z.boolean(),
})
export type RequestCredential = z.output<typeof RequestCredential>
