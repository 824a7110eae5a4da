import { OAUTH_LOG_ENDPOINTS, OAUTH_REFUSALS, type OauthRefusalReason } from "@/domain/oauth-refusal"
import { UUID_PATTERN } from "@/domain/uuid"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { type ListQuery, parseSearch } from "@/ui/table/table-url"

/** The greatest length of the search text. */
export const SEARCH_MAX = 128
export const LOG_CLIENTS = ["app", "test"] as const
export const LOG_FILTERS = ["q", "endpoint", "client", "reason"] as const

/** An app's log as the URL asks for it. */
export interface AppLogList extends ListQuery {
  /** An OAuth error code or a request ID. */
  q: string | undefined
  endpoint: (typeof OAUTH_LOG_ENDPOINTS)[number] | undefined
  client: (typeof LOG_CLIENTS)[number] | undefined
  reason: OauthRefusalReason | undefined
  /** The id of the entry before the first of the page. */
  after: string | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

function parseUuid(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && UUID_PATTERN.test(value) ? value : undefined
}

/** The list that a URL asks for; what is not valid is ignored. */
export function parseAppLogList(parameters: QueryParameters): AppLogList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    endpoint: oneOf(OAUTH_LOG_ENDPOINTS, parameters.endpoint),
    client: oneOf(LOG_CLIENTS, parameters.client),
    reason: oneOf(OAUTH_REFUSALS, parameters.reason),
    after: parseUuid(parameters.after),
  }
}

/** The id of the entry whose details a URL opens. */
export function parseOpenEntry({ entry }: QueryParameters): string | undefined {
  return parseUuid(entry)
}

/** The input of the list's query. */
export function appLogInput(
  clientId: string,
  { q, endpoint, client, reason, after }: AppLogList,
): PortalInputs["oauthApps"]["log"] {
  return { client_id: clientId, q, endpoint, livemode: client && client === "app", reason, after }
}
