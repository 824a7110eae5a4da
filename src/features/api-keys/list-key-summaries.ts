import type { Caller } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { Problem } from "@/domain/problem"
import { toKeySummary } from "@/features/api-keys/key-row"
import { listKeys } from "@/features/api-keys/list-keys"
import type { ApiKeySummary } from "@/features/api-keys/schema"

/**
 * A page of the account's keys in the caller's mode: active ones first, then the newest.
 * @throws Problem insufficient_scope for an app, whose token must not reveal the account's keys
 */
export async function listKeySummaries(caller: Caller, request: PageRequest): Promise<Page<ApiKeySummary>> {
  if (caller.kind === "oauth")
    throw new Problem("insufficient_scope", { message: "Apps cannot list the account's API keys." })
  const keys = await listKeys(caller)
  const rows = keys.slice(offsetOf(request), offsetOf(request) + request.per_page).map(toKeySummary)
  return { rows, total: keys.length }
}
