import type { KeyScope } from "@/domain/scope"

export const EXPIRIES = ["none", "30", "90", "365", "date"] as const
export type Expiry = (typeof EXPIRIES)[number]

const DAY_MS = 24 * 60 * 60 * 1000
const LIMIT = /^[1-9]\d{0,5}$/

export type KeyFormErrors = Partial<Record<"name" | "scopes" | "expires_at" | "allowed_ips" | "rate_limit", true>>

export interface CreateKeyInput {
  name: string
  mode: "live" | "test"
  scopes: KeyScope[]
  expires_at: string | null
  allowed_ips: string[]
  rate_limit: number | null
}

/** What the form asks for, or which of its fields are wrong. The addresses are judged by the server alone. */
export const readKeyForm = (form: FormData, rateLimits: Record<"live" | "test", number>): { input: CreateKeyInput | null; errors: KeyFormErrors } => {
  const text = (name: string): string => ((form.get(name) as string | null) ?? "").trim()
  const mode = text("mode") === "live" ? "live" : "test"
  const expiresAt = expiryOf(text("expiry"), text("day"))
  const limit = text("limit")
  const input: CreateKeyInput = {
    name: text("name"),
    mode,
    scopes: form.getAll("scopes") as KeyScope[],
    expires_at: expiresAt ?? null,
    allowed_ips: text("ips").split(/[\s,]+/).filter(Boolean),
    rate_limit: limit === "" ? null : Number(limit),
  }
  const errors: KeyFormErrors = {
    ...(input.name === "" && { name: true }),
    ...(input.scopes.length === 0 && { scopes: true }),
    ...(expiresAt === undefined && { expires_at: true }),
    ...(limit !== "" && (!LIMIT.test(limit) || Number(limit) > rateLimits[mode]) && { rate_limit: true }),
  }
  return { input: Object.keys(errors).length === 0 ? input : null, errors }
}

/** When a key ends; null: never; undefined: on no day to come. A chosen day counts to its end in India. */
const expiryOf = (expiry: string, day: string): string | null | undefined => {
  if (expiry === "none") return null
  if (expiry !== "date") return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
  const end = new Date(`${day}T23:59:59+05:30`)
  return Number.isNaN(end.getTime()) || end.getTime() <= Date.now() ? undefined : end.toISOString()
}
