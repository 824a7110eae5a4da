import type { KeyScope, Scope } from "@/domain/scope"
import type { ProblemCode } from "@/domain/problem"
import { PROBLEMS } from "@/domain/problem"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import { durationColumnOf, DURATION_COLUMNS } from "@/platform/request-log/usage-counts"
import type { Habit, Operation } from "./developer-keys"
import { uuidAt } from "./ids"
import type { Random } from "./random"

export const USAGE_DAYS = 30

/** What makes requests: an API key, or the tokens of a consent to an app. */
export interface Credential {
  kind: "api_key" | "oauth"
  id: string
  accountId: string
  livemode: boolean
  /** Names its generator. */
  label: string
  scopes: readonly Scope[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  habit: Habit | null
}

export interface RequestRecord {
  id: string
  requestId: string
  accountId: string
  credentialKind: Credential["kind"]
  credentialId: string
  livemode: boolean
  method: string
  path: string
  operation: Operation
  status: number
  errorCode: ProblemCode | null
  durationMs: number
  ip: string
  userAgent: string
  createdAt: Date
}

/** Requests of one hour, credential, operation and outcome. */
export interface UsageRecord {
  hour: Date
  accountId: string
  credentialKind: Credential["kind"]
  credentialId: string
  operation: Operation
  status: number
  errorCode: string
  requests: number
  durationMs: number
  /** Counts of the histogram's buckets, in the order of BUCKETS. */
  within: number[]
}

export const SCOPE: Record<Operation, KeyScope> = {
  "GET /me": "profile.read",
  "GET /categories": "catalog.read",
  "GET /products": "catalog.read",
  "GET /products/{slug}": "catalog.read",
  "GET /orders": "orders.read",
  "GET /orders/{number}": "orders.read",
  "GET /seller/orders": "seller.orders.read",
  "PATCH /seller/orders/{id}/ship": "seller.orders.write",
}

const USUAL_MS: Record<Operation, number> = {
  "GET /me": 3,
  "GET /categories": 6,
  "GET /products": 9,
  "GET /products/{slug}": 5,
  "GET /orders": 8,
  "GET /orders/{number}": 7,
  "GET /seller/orders": 9,
  "PATCH /seller/orders/{id}/ship": 22,
}

/** Data for paths: slugs of published products. */
export interface Known {
  slugs: readonly string[]
}

/** How long an outdated client continues after its credential has ended; an app fails to refresh its token. */
const CONTINUES_MS: Record<Credential["kind"], number> = { api_key: 2 * DAY_MS, oauth: HOUR_MS }

/**
 * Returns the requests of the last 30 days with these credentials, oldest first, by Indian time, with fewer at weekends
 * and occasional bursts.
 */
export function makeRequests(
  credentials: readonly Credential[],
  known: Known,
  now: Date,
  random: Random,
): RequestRecord[] {
  return credentials
    .flatMap((credential) =>
      credential.habit ? requestsOf(credential, credential.habit, known, now, random.fork(credential.label)) : [],
    )
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

function requestsOf(credential: Credential, habit: Habit, known: Known, now: Date, random: Random): RequestRecord[] {
  const requests: RequestRecord[] = []
  for (let day = USAGE_DAYS; day > 0; day--) {
    const weekday = new Date(now.getTime() - day * DAY_MS).getUTCDay()
    const count = Math.round(
      habit.perDay *
        (weekday === 0 || weekday === 6 ? 0.6 : 1) *
        (0.75 + random.next() * 0.5) *
        (random.chance(0.06) ? 2.2 : 1),
    )
    for (let i = 0; i < count; i++) {
      const at = drawMoment(now.getTime() - day * DAY_MS, random)
      const ended = [credential.revokedAt, credential.expiresAt].find((end) => end !== null && end <= at)
      if (at < credential.createdAt || at >= now) continue
      if (ended && at.getTime() - ended.getTime() > CONTINUES_MS[credential.kind]) continue
      requests.push(makeRequest(credential, habit, known, at, random))
    }
  }
  return requests
}

function drawMoment(from: number, random: Random): Date {
  for (;;) {
    const at = new Date(from + random.int(0, DAY_MS - 1))
    const hour = new Date(at.getTime() + 5.5 * HOUR_MS).getUTCHours()
    if (random.chance(hour < 6 ? 0.12 : hour < 9 ? 0.4 : hour < 21 ? 1 : 0.55)) return at
  }
}

function makeRequest(
  credential: Credential,
  habit: Habit,
  known: Known,
  createdAt: Date,
  random: Random,
): RequestRecord {
  const operation = random.weighted(habit.calls)
  const errorCode = drawError(credential, operation, createdAt, random)
  const refused = errorCode !== null && PROBLEMS[errorCode][0] !== 404
  const usual = refused ? 1.2 : USUAL_MS[operation]
  const durationMs =
    Math.round(usual * Math.exp(random.normal() * 0.45) * (random.chance(0.012) ? 14 : 1) * 1000) / 1000
  const [method = "GET"] = operation.split(" ")
  const id = uuidAt(createdAt, random)
  return {
    id,
    requestId: id,
    accountId: credential.accountId,
    credentialKind: credential.kind,
    credentialId: credential.id,
    livemode: credential.livemode,
    method,
    path: pathOf(operation, errorCode, known, createdAt, random),
    operation,
    status: errorCode ? PROBLEMS[errorCode][0] : 200,
    errorCode,
    durationMs,
    ip: random.pick(habit.ips),
    userAgent: habit.userAgent,
    createdAt,
  }
}

function drawError(credential: Credential, operation: Operation, at: Date, random: Random): ProblemCode | null {
  if (credential.revokedAt && at >= credential.revokedAt) return "token_revoked"
  if (credential.expiresAt && at >= credential.expiresAt) return "token_expired"
  if (random.chance(0.008)) return "rate_limit_exceeded"
  const scope = SCOPE[operation]
  if (!credential.scopes.includes(scope)) return "insufficient_scope"
  if (operation === "PATCH /seller/orders/{id}/ship" && random.chance(0.03)) return "invalid_state"
  if (operation.includes("{") && random.chance(0.025)) return "not_found"
  if (operation === "GET /products" && random.chance(0.02)) return "validation_failed"
  return null
}

function pathOf(
  operation: Operation,
  errorCode: ProblemCode | null,
  { slugs }: Known,
  at: Date,
  random: Random,
): string {
  const missing = errorCode === "not_found"
  const path = operation.split(" ")[1] ?? "/"
  const number = `HT-${at.toISOString().slice(2, 4)}${at.toISOString().slice(5, 7)}-${String(random.int(1, 2800)).padStart(6, "0")}`
  return `/v1${path
    .replace("{slug}", missing ? `${random.pick(slugs)}-old` : random.pick(slugs))
    .replace("{number}", number)
    .replace("{id}", `${number}-1`)}`
}

/** Counts the requests by the hour. */
export function countUsage(requests: readonly RequestRecord[]): UsageRecord[] {
  const counted = new Map<string, UsageRecord>()
  for (const request of requests) {
    const { createdAt, accountId, credentialKind, credentialId, operation, status, errorCode, durationMs } = request
    const hour = new Date(Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS)
    const key = [hour.getTime(), credentialId, operation, status, errorCode].join("|")
    const row = counted.get(key) ?? {
      hour,
      accountId,
      credentialKind,
      credentialId,
      operation,
      status,
      errorCode: errorCode ?? "",
      requests: 0,
      durationMs: 0,
      within: DURATION_COLUMNS.map(() => 0),
    }
    row.requests += 1
    row.durationMs += durationMs
    const bucket = durationColumnOf(durationMs)
    row.within[bucket] = (row.within[bucket] ?? 0) + 1
    counted.set(key, row)
  }
  return [...counted.values()]
}
