import type { BearerCaller } from "@/domain/caller"
import { KEY_SCOPES } from "@/domain/scope"
import type { RateLimitResult } from "@/platform/rate-limit/rate-limit"

// Replaces credentials, limits and the request log in the bare server, to measure their cost.

const caller: BearerCaller = {
  kind: "api_key",
  apiVersion: null,
  keyId: "00000000-0000-7000-8000-000000000000",
  accountId: "00000000-0000-7000-8000-000000000000",
  scopes: new Set(KEY_SCOPES),
  livemode: true,
  storeId: null,
  rateLimit: 300,
  allowedIps: [],
}

export function authenticate(): Promise<{ caller: BearerCaller; problem: null }> {
  return Promise.resolve({ caller, problem: null })
}

export function consumeLocally(_subject: string, limit: number): RateLimitResult {
  return {
    allowed: true,
    limit,
    remaining: limit,
    resetSeconds: 60,
  }
}
export function consume(subject: string, limit: number): Promise<RateLimitResult> {
  return Promise.resolve(consumeLocally(subject, limit))
}

export function cachedRefusal(): null {
  return null
}

export function logRequest(): void {
  return undefined
}
