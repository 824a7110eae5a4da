import { PROBLEMS, type ProblemCode } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import type { SandboxFault } from "@/features/sandbox/schema"
import { toTimestamp } from "@/trpc/wire"

export interface FaultRow {
  id: string
  operation: string | null
  code: ProblemCode | null
  event: SandboxFault["event"]
  behaviour: SandboxFault["behaviour"]
  times: number
  remaining: number
  delay_ms: number
  created_at: Date
}

export const FAULT_COLUMNS = "id, operation, code, event, behaviour, times, remaining, delay_ms, created_at"

export function toFault({ id, created_at, code, ...row }: FaultRow): SandboxFault {
  return {
    ...row,
    id: publicId("sandbox_fault", id),
    code,
    status: code === null ? null : PROBLEMS[code][0],
    created_at: toTimestamp(created_at),
  }
}
