import type { RequestFilter } from "@/features/requests/schema"
import type { RequestFilter as LogFilter } from "@/platform/request-log/request-store"

/** The range of statuses that a filter matches. */
function statusRange(status: string): [number, number] {
  if (status === "error") return [400, 599]
  return status.endsWith("xx")
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)]
}

/** The filter of the log for one of the API. */
export function toLogFilter(
  { status, method, path, code }: RequestFilter,
  credentials: readonly string[] | undefined,
): LogFilter {
  return {
    ...(credentials !== undefined && { credentials }),
    ...(status !== undefined && { statuses: statusRange(status) }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(code !== undefined && { code }),
  }
}
