import { v7 as uuidv7 } from "uuid"
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
