import { publicId } from "@/domain/public-id"
import type { RequestSummary } from "@/features/requests/schema"
import { toTimestamp } from "@/trpc/wire"

export interface RequestRow {
  id: string
  request_id: string
  livemode: boolean
  method: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  credential_kind: "api_key" | "oauth"
  credential_id: string
  created_at: Date
}

export const REQUEST_COLUMNS = [
  "id",
  "request_id",
  "livemode",
  "method",
  "path",
  "status",
  "error_code",
  "duration_ms",
  "credential_kind",
  "credential_id",
  "created_at",
] as const

export const toRequestSummary = ({
  credential_kind,
  credential_id,
  created_at,
  ...row
}: RequestRow): RequestSummary => ({
  ...row,
  // PostgreSQL's real has seven digits.
  duration_ms: Math.round(row.duration_ms * 100) / 100,
  credential_id: credential_kind === "api_key" ? publicId("api_key", credential_id) : credential_id,
  created_at: toTimestamp(created_at),
})
