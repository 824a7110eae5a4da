import { setTimeout as sleep } from "node:timers/promises"
import type { Admitted, Exchange } from "@/api/exchange"
import { OVERLOADED } from "@/api/overloaded"
import { Problem, PROBLEMS } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { admission } from "@/platform/concurrency/admission"
import { processSingleton } from "@/platform/process-singleton"
import { hasOperationFault, takeOperationFault } from "@/sandbox/operation-faults"

/** The response header that names the fault of the sandbox. */
export const FAULT_HEADER = "haat-sandbox-fault"
const FAULT_RETRY_SECONDS = 1

/** Whether the sandbox of a test credential has a fault for the operation; null for a live one, which costs nothing. */
export function mayHaveFault({ caller, match }: Exchange): Promise<boolean> | null {
  return caller && match && !caller.livemode && !match.route.meta.sandbox
    ? hasOperationFault(caller.accountId, match.route.meta.openapi.operationId)
    : null
}

/**
 * Takes a turn of the operation's fault, and holds the request back as long as the fault says.
 * @returns whether there was one
 * @throws the fault's error
 */
export async function injectFault(exchange: Exchange): Promise<boolean> {
  const { caller, match, headers, admitted } = exchange
  if (!caller || !match) return false
  const fault = await takeOperationFault(caller.accountId, match.route.meta.openapi.operationId)
  if (!fault) return false
  headers[FAULT_HEADER] = publicId("sandbox_fault", fault.id)
  if (fault.delayMs > 0) await holdBack(admitted, fault.delayMs)
  if (fault.code === null) return true
  const waits = PROBLEMS[fault.code][0] === 429 || PROBLEMS[fault.code][0] === 503
  exchange.injected = new Problem(fault.code, waits ? { retryAfter: FAULT_RETRY_SECONDS } : {})
  throw exchange.injected
}

/** Requests of a process that faults hold back at once: each keeps a connection open. */
const HELD_BACK_MAX = 500

function heldBack(): { requests: number } {
  return processSingleton("held-back-requests", () => ({ requests: 0 }))
}

/**
 * Waits, and meanwhile leaves the request's slot to others.
 * @throws Problem unavailable if too many wait, or if no slot becomes free afterwards
 */
async function holdBack(admitted: Admitted, delayMs: number): Promise<void> {
  if (heldBack().requests >= HELD_BACK_MAX) throw OVERLOADED
  heldBack().requests++
  if (admitted.slot) admission().release(admitted.slot)
  admitted.slot = null
  await sleep(delayMs)
  heldBack().requests--
  admitted.slot = admission().tryAcquire() ?? (await admission().acquire())
  if (!admitted.slot) throw OVERLOADED
}
