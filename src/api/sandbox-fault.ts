import { setTimeout as sleep } from "node:timers/promises"
import type { AdmissionSlot, Exchange } from "@/api/exchange"
import { OVERLOADED } from "@/api/overloaded"
import { Problem, PROBLEMS } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { admission } from "@/platform/concurrency/admission"
import { processSingleton } from "@/platform/process-singleton"
import { hasOperationFault, consumeOperationFault } from "@/sandbox/operation-faults"

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
 * Uses up one occurrence of the operation's fault, and delays the request as long as the fault says.
 * @returns whether there was one
 * @throws the fault's error
 */
export async function injectFault(exchange: Exchange): Promise<boolean> {
  const { caller, match, headers, admitted } = exchange
  if (!caller || !match) return false
  const fault = await consumeOperationFault(caller.accountId, match.route.meta.openapi.operationId)
  if (!fault) return false
  headers[FAULT_HEADER] = publicId("sandbox_fault", fault.id)
  if (fault.delayMs > 0) await delayRequest(admitted, fault.delayMs)
  if (fault.code === null) return true
  const waits = PROBLEMS[fault.code][0] === 429 || PROBLEMS[fault.code][0] === 503
  exchange.injected = new Problem(fault.code, waits ? { retryAfter: FAULT_RETRY_SECONDS } : {})
  throw exchange.injected
}

/** Requests that faults delay concurrently in one process: each keeps a connection open. */
const MAX_DELAYED = 500

function delayed(): { requests: number } {
  return processSingleton("delayed-requests", () => ({ requests: 0 }))
}

/**
 * Waits, and meanwhile releases the request's slot.
 * @throws Problem unavailable if too many wait, or if no slot becomes free afterwards
 */
async function delayRequest(admitted: AdmissionSlot, delayMs: number): Promise<void> {
  if (delayed().requests >= MAX_DELAYED) throw OVERLOADED
  delayed().requests++
  if (admitted.slot) admission().release(admitted.slot)
  admitted.slot = null
  await sleep(delayMs)
  delayed().requests--
  admitted.slot = admission().tryAcquire() ?? (await admission().acquire())
  if (!admitted.slot) throw OVERLOADED
}
