import type { ClientBase } from "pg"
import { copyInto } from "./copy"
import { PROBLEMS } from "@/domain/problem"
import { DAY_MS } from "@/domain/time-units"
import { DURATION_BOUNDS_MS, DURATION_COLUMNS, countDurations } from "@/platform/request-log/usage-counts"
import type { Marketplace } from "./marketplace"
import { type RequestRecord, SCOPE, USAGE_DAYS } from "./usage"

export async function writeUsage(
  client: ClientBase,
  { requests, usage }: Pick<Marketplace, "requests" | "usage">,
  now: Date,
): Promise<void> {
  await client.query("SELECT make_day_partitions($1::date, $2::date)", [
    utcDay(now.getTime() - (USAGE_DAYS + 1) * DAY_MS),
    utcDay(now.getTime() + DAY_MS),
  ])
  await copyInto(
    client,
    "request_log",
    [
      "id",
      "request_id",
      "account_id",
      "credential_kind",
      "credential_id",
      "livemode",
      "method",
      "path",
      "operation",
      "status",
      "error_code",
      "duration_ms",
      "ip",
      "user_agent",
      "created_at",
      "scope",
      "request_headers",
      "response_headers",
      "response_body",
    ],
    requests.map((r) => [
      r.id,
      r.requestId,
      r.accountId,
      r.credentialKind,
      r.credentialId,
      r.livemode,
      r.method,
      r.path,
      r.operation,
      r.status,
      r.errorCode,
      r.durationMs,
      r.ip,
      r.userAgent,
      r.createdAt,
      SCOPE[r.operation],
      HEADERS,
      ...refusal(r),
    ]),
  )
  await copyInto(
    client,
    "api_usage",
    [
      "hour",
      "account_id",
      "credential_id",
      "credential_kind",
      "operation",
      "status",
      "error_code",
      "requests",
      "duration_ms",
      ...DURATION_COLUMNS,
    ],
    usage.map((u) => [
      u.hour,
      u.accountId,
      u.credentialId,
      u.credentialKind,
      u.operation,
      u.status,
      u.errorCode,
      u.requests,
      u.durationMs,
      ...u.within,
    ]),
  )
  await client.query(COUNT_BY_HOURS)
  const counted = requests.map(({ accountId, livemode, durationMs, createdAt }) => ({
    account_id: accountId,
    livemode,
    duration_ms: durationMs,
    created_at: createdAt,
  }))
  await copyInto(
    client,
    "account_usage_duration",
    ["account_id", "livemode", "bucket", "starts_at", "requests", "duration_ms"],
    countDurations(counted).map((u) => [u.account_id, u.livemode, u.bucket, u.starts_at, u.requests, u.duration_ms]),
  )
}

const HEADERS = JSON.stringify({ accept: "application/json", "accept-encoding": "gzip, deflate" })

/** Returns the headers and the body of an error response. */
function refusal({ errorCode, requestId }: RequestRecord): [string | null, string | null] {
  if (errorCode === null) return [null, null]
  const body = JSON.stringify({ error: { code: errorCode, message: PROBLEMS[errorCode][1], request_id: requestId } })
  return [
    JSON.stringify({ "content-type": "application/json; charset=utf-8", "content-length": String(body.length) }),
    body,
  ]
}

const COUNT_BY_HOURS = `
  INSERT INTO account_usage (account_id, livemode, starts_at, requests, errors, ${DURATION_COLUMNS.join(", ")})
  SELECT account_id, livemode, date_trunc('hour', created_at, 'UTC'), count(*), count(*) FILTER (WHERE status >= 400),
    ${DURATION_COLUMNS.map((_, place) => `count(*) FILTER (WHERE duration_ms > ${DURATION_BOUNDS_MS[place - 1] ?? "'-infinity'"} AND duration_ms <= ${DURATION_BOUNDS_MS[place] ?? "'infinity'"})`).join(", ")}
  FROM request_log GROUP BY 1, 2, 3`

function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
