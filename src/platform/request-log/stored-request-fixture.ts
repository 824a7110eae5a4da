import { v7 as uuidv7 } from "uuid"
import { HOUR_MS } from "@/domain/time-units"
import type { StoredRequest } from "@/platform/request-log/request-store"

/** A request for the tests of stores. */
export function storedRequest(
  { account_id, credential_id, ...more }: Pick<StoredRequest, "account_id" | "credential_id"> & Partial<StoredRequest>,
  at = Date.now(),
): StoredRequest {
  return {
    id: uuidv7({ msecs: at }),
    request_id: null,
    account_id,
    credential_kind: "api_key",
    credential_id,
    livemode: true,
    method: "GET",
    path: "/v1/me",
    operation: "GET /me",
    scope: "profile.read",
    status: 200,
    error_code: null,
    duration_ms: 3.5,
    ip: "203.0.113.7",
    user_agent: "sync/2.0",
    query: null,
    request_headers: { accept: "application/json" },
    request_body: null,
    response_headers: null,
    response_body: null,
    ...more,
  }
}

/** The edges of a step: the whole hour that a time is in, and the hour before. */
export function hourEdges(at = Date.now()): [from: Date, until: Date] {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  return [new Date(hour - HOUR_MS), new Date(hour + HOUR_MS)]
}
