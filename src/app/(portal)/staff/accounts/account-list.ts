import { ACCOUNT_ROLES, ACCOUNT_STATES, type AccountRole, type AccountState } from "@/domain/staff-account-filter"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { type Period, parsePeriod, periodTimes } from "@/ui/table/period"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
const ACCOUNT_COLUMNS = ["email", "created"] as const

export const SEARCH_MAX = 254

/** The accounts as the URL asks for them. */
export interface AccountList extends TableState, Period {
  q: string | undefined
  state: AccountState | undefined
  role: AccountRole | undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseAccountList(parameters: Record<string, string | string[] | undefined>): AccountList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    state: oneOf(ACCOUNT_STATES, parameters.state),
    role: oneOf(ACCOUNT_ROLES, parameters.role),
    ...parsePeriod(parameters),
    ...parseTable(ACCOUNT_COLUMNS, parameters),
  }
}

/** The input of the list's query. */
export function accountsInput(
  { q, state, role, perPage, page, ...period }: AccountList,
  zone: string,
): PortalInputs["staffAccounts"]["find"] {
  const { from, before } = periodTimes(period, zone)
  return { q, state, role, created_from: from, created_before: before, per_page: perPage, page }
}
