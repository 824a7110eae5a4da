import type { Scope } from "@/domain/scope"

/** A request as it is stored: secrets and personal data are already removed. */
export interface StoredRequest {
  /** UUIDv7 of the time when the request arrived. */
  id: string
  /** Null: it is the id. */
  request_id: string | null
  account_id: string
  credential_kind: "api_key" | "oauth"
  credential_id: string
  livemode: boolean
  method: string
  path: string
  operation: string
  scope: Scope | null
  status: number
  error_code: string | null
  duration_ms: number
  ip: string | null
  user_agent: string | null
  query: string | null
  request_headers: Record<string, string>
  request_body: string | null
  response_headers: Record<string, string> | null
  response_body: string | null
  /** The ids of what it used that is deprecated, if anything. */
  deprecated?: readonly string[]
}

/** Whose requests are read: those of an account in one mode. */
export interface LogOwner {
  accountId: string
  livemode: boolean
}

export interface RequestFilter {
  /** Only of these keys and grants. */
  credentials?: readonly string[]
  /** The lowest and the highest status, inclusive. */
  statuses?: readonly [number, number]
  method?: string
  /** Any part of the path. */
  path?: string
  code?: string
}

export interface LogRange {
  /** The earliest time. */
  from: Date
  /** Only requests with a lower id: that of a request, or firstIdAt(time). */
  before: string
}

export interface RequestRow {
  id: string
  request_id: string
  livemode: boolean
  method: string
  path: string
  query: string | null
  status: number
  error_code: string | null
  duration_ms: number
  credential_kind: "api_key" | "oauth"
  credential_id: string
  created_at: Date
}

export interface RequestDetailRow extends RequestRow {
  operation: string
  scope: Scope | null
  ip: string | null
  user_agent: string | null
  request_headers: Record<string, string> | null
  request_body: string | null
  response_headers: Record<string, string> | null
  response_body: string | null
}

export interface RequestPage {
  /** Newest first. */
  rows: RequestRow[]
  /** The last request that was looked at if the search ended before the range did; otherwise null. */
  searchedTo: { id: string; created_at: Date } | null
}

/** Requests in one step of a chart. */
export interface UsageStep {
  /** The index of the step, from 1. */
  step: number
  requests: number
  errors: number
  /** Counts of the histogram's buckets, in the order of DURATION_COLUMNS. */
  counts: number[]
}

export interface DurationStep {
  step: number
  bucket: number
  requests: number
  duration_ms: number
}

/** Which credentials usage is read of: usage does not store the mode. */
export type CredentialChoice = { only: readonly string[] } | { except: readonly string[] }

export const REPORT_GROUPS = ["key", "operation", "status"] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

export interface ReportQuery {
  accountId: string
  credentials: CredentialChoice
  /** Whole hours. */
  from: Date
  /** Exclusive. */
  to: Date
  /** In UTC; or the whole range as one interval. */
  interval: "hour" | "day" | "range"
  groupBy: ReportGroup | null
  limit: number
}

export interface ReportRow {
  from: Date
  /** The credential, the operation or the status; null without groups. */
  group: string | null
  requests: number
  errors: number
  /** Counts of the histogram's buckets, in the order of DURATION_COLUMNS. */
  counts: number[]
  /** The longest duration in milliseconds; null if it is not known. */
  duration_max: number | null
}

/** Where a count of the summary belongs: to a step between two edges, or to a group of a period. */
export interface SummaryQuery {
  accountId: string
  credentials: CredentialChoice
  /** Whole hours, ascending: the edges of consecutive steps. */
  edges: readonly Date[]
  /** The first step that counts to the second period, by its start. */
  splitAt: Date
  /** Where the first period ends; what is between it and splitAt counts to neither. */
  firstEnds: Date
}

export interface SummaryRow {
  kind: "step" | "period" | ReportGroup
  /** The index of the step, from 1; null for other kinds. */
  step: number | null
  /** 1 or 2; null for steps. */
  period: 1 | 2 | null
  /** The credential, the operation or the status; null for steps and periods. */
  group: string | null
  requests: number
  errors: number
  /** Counts of the histogram's buckets, in the order of DURATION_COLUMNS. */
  counts: number[]
  /** The longest duration in milliseconds; null if it is not known. */
  duration_max: number | null
}

/** Requests from an IP address, or with a user agent; exactly one of both is named by `kind`. */
export interface ClientRow {
  kind: "ip" | "user_agent"
  value: string | null
  requests: number
  last_at: Date
}

export interface ErrorGroupRow {
  code: string
  operation: string
  status: number
  requests: number
  last_at: Date
}

/**
 * The log of authenticated requests, and the usage counted from it. Rows refer to accounts and credentials by id only:
 * a caller that needs their names reads them in a second query.
 */
export interface RequestStore {
  /** Stores requests that are not stored yet, by their id. */
  append(requests: readonly StoredRequest[]): Promise<void>
  /**
   * The newest requests of a range that match.
   * @param limit of rows
   */
  page(owner: LogOwner, filter: RequestFilter, range: LogRange, limit: number): Promise<RequestPage>
  /** The newest requests since a time that match, oldest first, at most `limit`. */
  newSince(owner: LogOwner, filter: RequestFilter, since: Date, limit: number): Promise<RequestRow[]>
  byId(owner: LogOwner, id: string): Promise<RequestDetailRow | null>
  /** The requests with this request id, newest first. */
  byRequestId(owner: LogOwner, requestId: string, limit: number): Promise<RequestRow[]>
  /** Requests between the edges of consecutive steps, which are whole hours, including those of the last seconds. */
  usage(owner: LogOwner, edges: readonly Date[]): Promise<UsageStep[]>
  /** Fine-grained durations between the edges, as in `usage`, of the duration buckets from `lowest` until `highest` (exclusive). */
  durations(owner: LogOwner, edges: readonly Date[], lowest: number, highest: number): Promise<DurationStep[]>
  /** The most frequent errors of these credentials between two times, to the hour. */
  errorGroups(
    owner: LogOwner,
    credentials: CredentialChoice,
    range: { from: Date; to: Date },
    limit: number,
  ): Promise<ErrorGroupRow[]>
  /** Requests by step, and by group in each of two consecutive periods. */
  summary(query: SummaryQuery): Promise<SummaryRow[]>
  /**
   * The IP addresses and user agents of a credential's requests since a time, most requests first; incomplete if there
   * may be older requests that were not read.
   * @param limit of requests that are read, the newest first
   */
  clients(
    owner: LogOwner,
    credentialId: string,
    since: Date,
    limit: number,
  ): Promise<{ rows: ClientRow[]; incomplete: boolean }>
  /** Requests by interval and group, in the order of both; intervals without a request are left out. */
  report(query: ReportQuery): Promise<ReportRow[]>
  /** The number of requests with a credential since a time, to the hour. */
  callsOfKey(accountId: string, credentialId: string, since: Date): Promise<number>
}

const ID_TAIL = "-0000-0000-000000000000"

/** Returns a UUID below every UUIDv7 of this millisecond and of later ones (RFC 9562, section 5.7). */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}${ID_TAIL}`
}

/** Returns the time in a UUIDv7. */
export function timeOfId(id: string): Date {
  return new Date(parseInt(id.replace("-", "").slice(0, 12), 16))
}
