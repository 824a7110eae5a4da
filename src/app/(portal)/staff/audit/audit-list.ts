import type { AuditEntry } from "@/app/(portal)/staff/audit/audit-columns"
import { AUDIT_ACTIONS, type AuditAction, type AuditNoun } from "@/domain/audit-action"
import { UUID_PATTERN } from "@/domain/uuid"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import type { ListQuery } from "@/ui/table/table-url"

/** The greatest length of the text of the filters that are typed. */
export const TEXT_MAX = { actor: 254, subject: 200 } as const
export const AUDIT_FILTERS = ["actor", "action", "subject"] as const
type AuditFilter = (typeof AUDIT_FILTERS)[number]

const ACTION_FILTERS = AUDIT_ACTIONS.flatMap(([noun, actions]) => [noun, ...actions])

/** The audit log as the URL asks for it. */
export interface AuditList extends ListQuery, Record<keyof typeof TEXT_MAX, string | undefined> {
  /** An action, or the noun of several. */
  action: AuditAction | AuditNoun | undefined
  /** The id of the entry before the first of the page. */
  after: string | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

function parseUuid(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && UUID_PATTERN.test(value) ? value : undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseAuditList(parameters: QueryParameters): AuditList {
  const read = (name: keyof typeof TEXT_MAX): string | undefined => {
    const value = parameters[name]
    return (typeof value === "string" && value.replaceAll("\0", "").slice(0, TEXT_MAX[name])) || undefined
  }
  return {
    actor: read("actor"),
    action: oneOf(ACTION_FILTERS, parameters.action),
    subject: read("subject"),
    after: parseUuid(parameters.after),
  }
}

/** The id of the entry whose details a URL opens. */
export function parseOpenEntry({ entry }: QueryParameters): string | undefined {
  return parseUuid(entry)
}

/** The input of the list's query. */
export function auditInput({ actor, action, subject, after }: AuditList): PortalInputs["auditLog"]["list"] {
  return { actor, action, subject, after }
}

/** The greatest length of an id that a filter shows in full. */
const FULL_ID_MAX = 24

/** The value of a filter, for people: the name of the person or object if an entry contains it, otherwise its id, shortened. */
export function filterLabel(
  filter: AuditFilter,
  value: string | undefined,
  entries: readonly Pick<AuditEntry, "actor" | "subject" | "subject_name">[],
): string | undefined {
  if (value === undefined || filter === "action") return value
  const name =
    filter === "actor"
      ? entries.find(({ actor }) => actor.id === value)?.actor.email
      : entries.find(({ subject }) => subject === value)?.subject_name
  if (typeof name === "string") return name
  return value.length > FULL_ID_MAX && !value.includes("@") ? `${value.slice(0, 8)}…${value.slice(-12)}` : value
}
