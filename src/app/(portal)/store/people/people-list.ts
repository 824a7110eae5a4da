import { STORE_ROLES, type StoreRole } from "@/domain/store"
import type { StoreMembers } from "@/features/stores/schema"
import { oneOf } from "@/ui/query-url"
import { type SortValues, sortRows } from "@/ui/table/local-rows"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const PEOPLE_COLUMNS = ["email", "status", "joined"] as const

export const PERSON_STATUSES = ["member", "invited"] as const

const PEOPLE_SORTS = ["name", "-name", "joined", "-joined"] as const

export const SEARCH_MAX = 100

/** A store's people as the URL asks for them. */
export interface PeopleList extends TableState {
  q: string | undefined
  role: StoreRole | undefined
  status: (typeof PERSON_STATUSES)[number] | undefined
  sort: (typeof PEOPLE_SORTS)[number] | undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parsePeopleList(parameters: Record<string, string | string[] | undefined>): PeopleList {
  return {
    q: parseSearch(parameters, SEARCH_MAX),
    role: oneOf(STORE_ROLES, parameters.role),
    status: oneOf(PERSON_STATUSES, parameters.status),
    sort: oneOf(PEOPLE_SORTS, parameters.sort),
    ...parseTable(PEOPLE_COLUMNS, parameters),
  }
}

export type Member = { status: "member" } & StoreMembers["people"][number]
type Invitation = { status: "invited"; id: string } & StoreMembers["invitations"][number]

/** A row of the table: a member by the account's id, or an invitation by its address. */
export type Person = Member | Invitation

/** What a person is called: their name; of an invitation the address. */
export function personName(person: Person): string {
  return person.status === "member" ? person.name : person.email
}

const SORT_VALUES: SortValues<Person> = {
  name: personName,
  // Invitations have no time of joining yet, so they are the newest.
  joined: (person) => (person.status === "member" ? Date.parse(person.since) : Infinity),
}

/** A store's members and invitations that a list asks for, of all its pages and in its order. */
export function listedPeople(
  { people, invitations }: Pick<StoreMembers, "people" | "invitations">,
  { q, role, status, sort }: PeopleList,
): Person[] {
  const text = q?.toLowerCase() ?? ""
  const all: Person[] = [
    ...people.map((person) => ({ status: "member" as const, ...person })),
    ...invitations.map((invitation) => ({ status: "invited" as const, id: invitation.email, ...invitation })),
  ]
  const found = all.filter(
    (person) =>
      (role === undefined || person.role === role) &&
      (status === undefined || person.status === status) &&
      `${personName(person)} ${person.email}`.toLowerCase().includes(text),
  )
  return sortRows(found, sort, SORT_VALUES)
}
