import { isNetwork } from "@/domain/ip-network"
import type { KeyScope } from "@/domain/scope"
import { DAY_MS } from "@/domain/time-units"
import { parseLocalTime } from "@/domain/time-zone"
import type { PortalInputs } from "@/ui/api"

export const EXPIRIES = ["none", "30", "90", "365", "date"] as const
export type Expiry = (typeof EXPIRIES)[number]

/** The most characters of a key's name. */
export const KEY_NAME_MAX = 80

/** The time between 23:59 and the last second of the day. */
const LAST_MINUTE_MS = 59_000
const LIMIT = /^[1-9]\d{0,5}$/

export type KeyFormErrors = Partial<Record<"name" | "scopes" | "expires_at" | "rate_limit", true>> & {
  /** The first that is no network, if the form knows it. */
  allowed_ips?: string | true
}

type CreateKeyInput = PortalInputs["portalKeys"]["create"]

/** Networks are separated by line breaks or commas. */
export function parseNetworks(typed: string): string[] {
  return typed.split(/[\s,]+/).filter(Boolean)
}

/** Requests per minute; null if it is not a whole number from 1 to the maximum. */
export function parseLimit(typed: string, max: number): number | null {
  return LIMIT.test(typed) && Number(typed) <= max ? Number(typed) : null
}

/** The request that the form describes, or the fields that are wrong. */
export function readKeyForm(
  form: FormData,
  rateLimit: number,
  zone: string,
): { input: CreateKeyInput | null; errors: KeyFormErrors } {
  const text = (name: string): string => ((form.get(name) as string | null) ?? "").trim()
  const expiresAt = parseExpiry(text("expiry"), text("day"), zone)
  const limit = text("limit")
  const version = text("api_version")
  const input = {
    name: text("name"),
    scopes: form.getAll("scopes") as KeyScope[],
    expires_at: expiresAt ?? null,
    allowed_ips: parseNetworks(text("ips")),
    rate_limit: parseLimit(limit, rateLimit),
    ...(version !== "" && { api_version: version }),
  } satisfies CreateKeyInput
  const wrongNetwork = input.allowed_ips.find((network) => !isNetwork(network))
  const errors: KeyFormErrors = {
    ...((input.name === "" || input.name.length > KEY_NAME_MAX) && { name: true }),
    ...(input.scopes.length === 0 && { scopes: true }),
    ...(expiresAt === undefined && { expires_at: true }),
    ...(wrongNetwork !== undefined && { allowed_ips: wrongNetwork }),
    ...(limit !== "" && input.rate_limit === null && { rate_limit: true }),
  }
  return { input: Object.keys(errors).length === 0 ? input : null, errors }
}

/**
 * When a key expires; null: never; undefined: not a future day. A chosen day counts to its last second in the time
 * zone.
 */
function parseExpiry(expiry: string, day: string, zone: string): string | null | undefined {
  if (expiry === "none") return null
  if (expiry !== "date") return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
  const end = parseLocalTime(zone, `${day}T23:59`)
  return end === null || end.getTime() <= Date.now()
    ? undefined
    : new Date(end.getTime() + LAST_MINUTE_MS).toISOString()
}
