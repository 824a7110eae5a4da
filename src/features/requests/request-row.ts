import { publicId } from "@/domain/public-id"
import type { RequestSummary } from "@/features/requests/schema"
import type { RequestRow } from "@/platform/request-log/request-store"
import { toTimestamp } from "@/trpc/wire"

export function toRequestSummary({
  id,
  request_id,
  livemode,
  method,
  path,
  query,
  status,
  error_code,
  duration_ms,
  credential_kind,
  credential_id,
  created_at,
}: RequestRow): RequestSummary {
  return {
    id,
    request_id,
    livemode,
    method,
    path,
    query,
    status,
    error_code,
    // PostgreSQL's real has seven digits.
    duration_ms: Math.round(duration_ms * 100) / 100,
    credential_id: credential_kind === "api_key" ? publicId("api_key", credential_id) : credential_id,
    created_at: toTimestamp(created_at),
  }
}
