import { DAY_MS } from "@/domain/time-units"
import { UUID_PATTERN } from "@/domain/uuid"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { credentialTag } from "@/platform/request-log/credential-tag"
import { RequestDictionary } from "@/platform/request-log/request-dictionary"
import { INDEX_SCAN_MAX, RequestSearch, ROW_COLUMNS, ROW_SCAN_MAX } from "@/platform/request-log/request-search"
import {
  type ClientRow,
  type CredentialChoice,
  type DurationStep,
  type ErrorGroupRow,
  firstIdAt,
  type LogOwner,
  type LogRange,
  type ReportGroup,
  type ReportQuery,
  type ReportRow,
  type RequestDetailRow,
  type RequestFilter,
  type RequestPage,
  type RequestRow,
  type RequestStore,
  type StoredRequest,
  type SummaryQuery,
  type SummaryRow,
  type UsageStep,
} from "@/platform/request-log/request-store"
import { DURATION_COLUMNS, durationBucketSql, durationColumnSql } from "@/platform/request-log/usage-counts"

/** Writers hold it shared; the roll-up takes it exclusively to close a period. */
const LOCK_LOG_SHARED_SQL = "SELECT pg_advisory_xact_lock_shared(hashtext('request_log'))"

const USAGE_COLUMNS = "account_id, livemode, id, credential_id, oauth, operation, status, error_code, duration_ms"

// Requests of a period that is already closed are listed for the roll-up, in the transaction that stores them.
const APPEND_SQL = `
  WITH stored AS (
    INSERT INTO api_request (account_id, id, credential_id, duration_ms, client, status, operation, credential_tag, livemode, oauth, ip, path, query, error_code, request_id,
                             user_agent, request_headers, request_body, response_headers, response_body)
    SELECT account_id, id, credential_id, duration_ms, client, status, operation, credential_tag, livemode, oauth, ip, path, query, error_code, request_id,
           user_agent, request_headers, request_body, response_headers, response_body
    FROM json_to_recordset($1) AS r (account_id uuid, id uuid, credential_id uuid, duration_ms real, client int, status smallint, operation smallint, credential_tag smallint,
      livemode boolean, oauth boolean, ip inet, path text, query text, error_code text, request_id text, user_agent text, request_headers json, request_body text,
      response_headers json, response_body text)
    ON CONFLICT (account_id, livemode, id) DO NOTHING RETURNING ${USAGE_COLUMNS})
  INSERT INTO api_request_late (${USAGE_COLUMNS}) SELECT ${USAGE_COLUMNS} FROM stored WHERE id < (SELECT closing_at FROM usage_roll_up)`

const CLOCK_SKEW_MS = 60_000
/** How long the time up to which usage is counted may be cached. */
const ROLLED_UP_TO_MS = 30_000

const DETAIL_SQL = `
  SELECT ${ROW_COLUMNS}, v.operation, v.scope, host(v.ip) AS ip, v.user_agent, v.request_headers, v.request_body, v.response_headers, v.response_body
  FROM request_log v WHERE v.account_id = $1 AND v.livemode = $2 AND v.id = $3`

const BY_REQUEST_ID_SQL = `
  SELECT * FROM (
    SELECT ${ROW_COLUMNS} FROM request_log v WHERE v.account_id = $1 AND v.livemode = $2 AND v.id = $4
    UNION ALL
    SELECT ${ROW_COLUMNS} FROM (SELECT id FROM api_request WHERE account_id = $1 AND livemode = $2 AND request_id = $3 ORDER BY id DESC LIMIT $5) r
    JOIN request_log v ON v.account_id = $1 AND v.livemode = $2 AND v.id = r.id) found
  ORDER BY id DESC LIMIT $5`

// As JSON, which is read faster than an array or many rows.
const COUNTS_SQL = `json_build_array(${DURATION_COLUMNS.map((column) => `sum(${column})::int`).join(", ")}) AS counts`

// $3: the edges, $4 and $5: the first and the last of them.
const STEPS_SQL = `
  SELECT width_bucket(starts_at, $3::timestamptz[]) AS step, sum(requests)::int AS requests, sum(errors)::int AS errors, ${COUNTS_SQL}
  FROM (
    SELECT starts_at, requests, errors, ${DURATION_COLUMNS.join(", ")} FROM account_usage WHERE account_id = $1 AND livemode = $2 AND starts_at >= $4 AND starts_at < $5
    UNION ALL
    SELECT created_at, 1, (status >= 400)::int, ${DURATION_COLUMNS.map((_, index) => `(bucket = ${index})::int`).join(", ")}
    FROM (SELECT created_at, status, ${durationColumnSql("duration_ms")} AS bucket FROM recent_requests($1, $2, $6, $7) WHERE created_at >= $4 AND created_at < $5) recent) counted
  GROUP BY 1`

// By step, so that PostgreSQL need not look up the step of every row.
const DURATIONS_SQL = `
  SELECT step, json_agg(json_build_array(bucket, requests, duration_ms)) AS buckets
  FROM (SELECT step, bucket, sum(requests) AS requests, sum(duration_ms) AS duration_ms FROM (
    SELECT s.step::int, d.bucket, d.requests, d.duration_ms
    FROM unnest($3::timestamptz[], ($3::timestamptz[])[2:] || $5::timestamptz) WITH ORDINALITY AS s (since, until, step), LATERAL (
      SELECT bucket, sum(requests) AS requests, sum(duration_ms) AS duration_ms FROM account_usage_duration
      WHERE account_id = $1 AND livemode = $2 AND starts_at >= s.since AND starts_at < s.until AND bucket >= $8 AND bucket < $9 GROUP BY bucket) d
    UNION ALL
    SELECT width_bucket(created_at, $3::timestamptz[]), bucket, 1, duration_ms
    FROM (SELECT created_at, duration_ms, ${durationBucketSql("duration_ms")} AS bucket FROM recent_requests($1, $2, $6, $7) WHERE created_at >= $4 AND created_at < $5) recent
    WHERE bucket >= $8 AND bucket < $9) counted
  GROUP BY 1, 2) by_bucket GROUP BY 1`

const ERRORS_OF_CREDENTIALS_SQL = "account_id = $1 AND status >= 400 AND (credential_id = ANY ($2::uuid[])) = $3"

// Not by current_usage(), of which PostgreSQL would read every column. The counts give the last error to the hour; the
// log, as far back as it goes, gives the exact time.
const ERRORS_SQL = `
  WITH counted AS (
    SELECT error_code AS code, operation, status, sum(requests)::int AS requests, max(hour) AS last_hour
    FROM (
      SELECT error_code, operation, status, requests, hour FROM api_usage
      WHERE ${ERRORS_OF_CREDENTIALS_SQL} AND hour >= date_trunc('hour', $4::timestamptz) AND hour < $5
      UNION ALL
      SELECT error_code, operation, status, 1, date_trunc('hour', created_at, 'UTC') FROM recent_requests($1, NULL, $7, $8)
      WHERE ${ERRORS_OF_CREDENTIALS_SQL} AND created_at >= date_trunc('hour', $4::timestamptz) AND date_trunc('hour', created_at, 'UTC') < $5) errors
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 1, 2 LIMIT $6)
  SELECT code, operation, status, requests, coalesce(uuid_v7_time(last_failed_request($1, $9, $2, $3, code,
    ARRAY(SELECT o.id FROM api_operation o WHERE o.operation = counted.operation), uuid_v7_floor(last_hour), uuid_v7_floor(last_hour + interval '1 hour'))), last_hour) AS last_at
  FROM counted
  ORDER BY requests DESC, last_at DESC, code, operation`

const CALLS_SQL =
  "SELECT coalesce(sum(requests), 0)::int AS calls FROM current_usage($1, $4, $5) WHERE credential_id = $2 AND hour > $3"

const GROUP_COLUMNS = { key: "credential_id::text", operation: "operation", status: "status::text" } as const

/** The longest duration is null if it is not known of all requests. */
const HISTOGRAM_SQL = `${COUNTS_SQL}, CASE WHEN bool_and(duration_max IS NOT NULL) THEN max(duration_max) END AS duration_max`

function reportSql(groupBy: ReportGroup | null): string {
  return `
  SELECT CASE WHEN $4 = 'range' THEN $2 ELSE date_trunc($4, hour, 'UTC') END AS "from", ${groupBy === null ? "NULL::text" : GROUP_COLUMNS[groupBy]} AS "group",
         sum(requests)::int AS requests, coalesce(sum(requests) FILTER (WHERE status >= 400), 0)::int AS errors,
         ${HISTOGRAM_SQL}
  FROM current_usage($1, $7, $8)
  WHERE hour >= $2 AND hour < $3 AND (credential_id = ANY ($5::uuid[])) = $6
  GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $9`
}

// One scan for the steps and all groups. $4: the steps' starts, $5: where the first period ends, $6: where the second
// begins.
const SUMMARY_SQL = `
  WITH counted AS (
    SELECT width_bucket(hour, $4::timestamptz[]) AS step, CASE WHEN hour >= $6 THEN 2 WHEN hour < $5 THEN 1 END AS period,
           credential_id::text AS key, operation, status::text AS status, status >= 400 AS failed, requests, ${DURATION_COLUMNS.join(", ")}, duration_max
    FROM current_usage($1, $9, $10)
    WHERE hour >= $2 AND hour < $3 AND (credential_id = ANY ($7::uuid[])) = $8)
  SELECT CASE WHEN GROUPING(step) = 0 THEN 'step' WHEN GROUPING(key) = 0 THEN 'key' WHEN GROUPING(operation) = 0 THEN 'operation'
              WHEN GROUPING(status) = 0 THEN 'status' ELSE 'period' END AS kind,
         step, period, coalesce(key, operation, status) AS "group", sum(requests)::int AS requests, coalesce(sum(requests) FILTER (WHERE failed), 0)::int AS errors,
         ${HISTOGRAM_SQL}
  FROM counted WHERE period IS NOT NULL
  GROUP BY GROUPING SETS ((step), (period), (period, key), (period, operation), (period, status))`

const CLIENTS_SQL = `
  SELECT CASE WHEN GROUPING(v.ip) = 0 THEN 'ip' ELSE 'user_agent' END AS kind, CASE WHEN GROUPING(v.ip) = 0 THEN host(v.ip) ELSE v.user_agent END AS value,
         count(*)::int AS requests, max(v.created_at) AS last_at
  FROM (SELECT id FROM (SELECT id, credential_tag FROM api_request WHERE account_id = $1 AND livemode = $2 AND id < $3 AND id >= $4 ORDER BY id DESC LIMIT ${INDEX_SCAN_MAX}) seen
        WHERE credential_tag = $5 ORDER BY id DESC LIMIT $6) page
  JOIN request_log v ON v.account_id = $1 AND v.livemode = $2 AND v.id = page.id
  WHERE v.credential_id = $7 GROUP BY GROUPING SETS ((v.ip), (v.user_agent)) ORDER BY 3 DESC, 4 DESC`

/** A request that a scan from the newest one does not reach. */
const BEYOND_SCAN_SQL = `SELECT id FROM api_request WHERE account_id = $1 AND livemode = $2 AND id < $3 AND id >= $4 ORDER BY id DESC OFFSET ${INDEX_SCAN_MAX} LIMIT 1`

/** The request log in PostgreSQL: lean rows in a table partitioned by day (docs/decisions/0034-request-log.md). */
export class PostgresRequestStore implements RequestStore {
  private readonly dictionary = new RequestDictionary()
  private rolledUpTo = { id: firstIdAt(new Date(0)), readAt: 0 }

  async append(requests: readonly StoredRequest[]): Promise<void> {
    if (requests.length === 0) return
    const rows = JSON.stringify(await this.dictionary.encode(requests))
    await transaction(async (tx) => {
      await tx.query(LOCK_LOG_SHARED_SQL)
      await tx.query(APPEND_SQL, [rows])
    })
  }

  async page(owner: LogOwner, filter: RequestFilter, range: LogRange, limit: number): Promise<RequestPage> {
    const search = new RequestSearch(owner, filter, range)
    const rows = await search.rows(limit, search.scanMax)
    return { rows, searchedTo: rows.length < limit ? await search.lastScanned() : null }
  }

  async newSince(owner: LogOwner, filter: RequestFilter, since: Date, limit: number): Promise<RequestRow[]> {
    const before = firstIdAt(new Date(Date.now() + CLOCK_SKEW_MS))
    return (await new RequestSearch(owner, filter, { from: since, before }).rows(limit, ROW_SCAN_MAX)).reverse()
  }

  async byId({ accountId, livemode }: LogOwner, id: string): Promise<RequestDetailRow | null> {
    const [row] = await query<RequestDetailRow>(DETAIL_SQL, [accountId, livemode, id])
    return row ?? null
  }

  byRequestId({ accountId, livemode }: LogOwner, requestId: string, limit: number): Promise<RequestRow[]> {
    const id = UUID_PATTERN.test(requestId) ? requestId : null
    return query<RequestRow>(BY_REQUEST_ID_SQL, [accountId, livemode, requestId, id, limit])
  }

  async usage({ accountId, livemode }: LogOwner, edges: readonly Date[]): Promise<UsageStep[]> {
    return query<UsageStep>(STEPS_SQL, [accountId, livemode, ...rangeOf(edges), ...(await this.recentIds())])
  }

  async durations(
    { accountId, livemode }: LogOwner,
    edges: readonly Date[],
    lowest: number,
    highest: number,
  ): Promise<DurationStep[]> {
    const values = [accountId, livemode, ...rangeOf(edges), ...(await this.recentIds()), lowest, highest]
    const steps = await query<{ step: number; buckets: [number, number, number][] }>(DURATIONS_SQL, values)
    return steps.flatMap(({ step, buckets }) =>
      buckets.map(([bucket, requests, duration_ms]) => ({ step, bucket, requests, duration_ms })),
    )
  }

  async errorGroups(
    { accountId, livemode }: LogOwner,
    choice: CredentialChoice,
    { from, to }: { from: Date; to: Date },
    limit: number,
  ): Promise<ErrorGroupRow[]> {
    const values = [accountId, ...credentialValues(choice), from, to, limit, ...(await this.recentIds()), livemode]
    return query<ErrorGroupRow>(ERRORS_SQL, values)
  }

  async summary({ accountId, credentials, edges, splitAt, firstEnds }: SummaryQuery): Promise<SummaryRow[]> {
    return query<SummaryRow>(SUMMARY_SQL, [
      ...[accountId, edges[0], edges.at(-1), edges.slice(0, -1), firstEnds, splitAt],
      ...[...credentialValues(credentials), ...(await this.recentIds())],
    ])
  }

  async clients({ accountId, livemode }: LogOwner, id: string, since: Date, limit: number) {
    const range = [accountId, livemode, firstIdAt(new Date(Date.now() + CLOCK_SKEW_MS)), firstIdAt(since)]
    const [rows, [more]] = await Promise.all([
      query<ClientRow>(CLIENTS_SQL, [...range, credentialTag(id), limit, id]),
      query<{ id: string }>(BEYOND_SCAN_SQL, range),
    ])
    const read = rows.reduce((sum, { kind, requests }) => (kind === "ip" ? sum + requests : sum), 0)
    return { rows, incomplete: more !== undefined || read >= limit }
  }

  async report({ accountId, credentials, from, to, interval, groupBy, limit }: ReportQuery): Promise<ReportRow[]> {
    return query<ReportRow>(reportSql(groupBy), [
      ...[accountId, from, to, interval, ...credentialValues(credentials)],
      ...[...(await this.recentIds()), limit],
    ])
  }

  async callsOfKey(accountId: string, credentialId: string, since: Date): Promise<number> {
    const [row] = await query<{ calls: number }>(CALLS_SQL, [
      accountId,
      credentialId,
      since,
      ...(await this.recentIds()),
    ])
    return row?.calls ?? 0
  }

  /**
   * Bounds of the ids of requests that are not in the usage. The lower one only grows, so it may be some seconds old.
   */
  private async recentIds(): Promise<[from: string, until: string]> {
    const now = Date.now()
    if (now - this.rolledUpTo.readAt > ROLLED_UP_TO_MS) {
      const [row] = await query<{ id: string }>("SELECT rolled_up_to AS id FROM usage_roll_up", [])
      if (row) this.rolledUpTo = { id: row.id, readAt: now }
    }
    return [this.rolledUpTo.id, firstIdAt(new Date(now + DAY_MS))]
  }
}

/** The credentials that are named, and whether they are those that are read. */
function credentialValues(choice: CredentialChoice): [ids: readonly string[], only: boolean] {
  return "only" in choice ? [choice.only, true] : [choice.except, false]
}

/** The values of the edges' parameters: the steps' starts, the first and the last edge. */
function rangeOf(edges: readonly Date[]): unknown[] {
  return [edges.slice(0, -1), edges[0], edges.at(-1)]
}
