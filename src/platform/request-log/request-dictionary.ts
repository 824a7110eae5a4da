import { createHash } from "node:crypto"
import { query } from "@/platform/db/query"
import { credentialTag } from "@/platform/request-log/credential-tag"
import type { StoredRequest } from "@/platform/request-log/request-store"

/** Headers that a client sends with every request; the others are stored in the row. */
const CLIENT_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "api-version",
  "content-type",
  "origin",
])

/** A client may send another user agent with each request: further ones are stored in the row. */
const CLIENTS_MAX = 10_000

const OPERATIONS_SQL = "SELECT id, method, operation, scope FROM api_operation"
const ADD_OPERATIONS_SQL = `
  INSERT INTO api_operation (method, operation, scope)
  SELECT method, operation, scope FROM json_to_recordset($1) AS r (method text, operation text, scope text) ON CONFLICT DO NOTHING`

// An entry is used on the day that it has; the clean-up deletes those that no stored request can have.
const ADD_CLIENTS_SQL = `
  INSERT INTO api_client AS c (digest, user_agent, request_headers, seen_on)
  SELECT digest, user_agent, request_headers, $3 FROM (
    SELECT md5(key)::uuid AS digest, user_agent, request_headers FROM json_to_recordset($1) AS r (key text, user_agent text, request_headers json)) r
  WHERE (SELECT count(*) FROM api_client) < $2 OR EXISTS (SELECT FROM api_client e WHERE e.digest = r.digest)
  ORDER BY digest
  ON CONFLICT (digest) DO UPDATE SET seen_on = greatest(c.seen_on, excluded.seen_on) RETURNING digest, id`

interface Client {
  key: string
  user_agent: string | null
  request_headers: Record<string, string>
}

interface Operation {
  method: string
  operation: string
  scope: string | null
}

/** The ids of operations and clients, which are stored once and not in each row. */
export class RequestDictionary {
  private readonly operations = new Map<string, number>()
  private readonly clients = new Map<string, number | null>()
  private day = ""

  /** Returns the rows of api_request. */
  async encode(requests: readonly StoredRequest[]): Promise<object[]> {
    const clients = requests.map(clientOf)
    await this.learnOperations(requests)
    await this.learnClients(clients)
    return requests.map(
      (
        {
          method,
          operation,
          scope,
          credential_kind,
          user_agent,
          request_headers,
          request_id,
          id,
          credential_id,
          ...row
        },
        index,
      ) => {
        const client = this.clients.get(clients[index]?.key ?? "") ?? null
        const headers = Object.fromEntries(
          Object.entries(request_headers).filter(([name]) => client === null || !CLIENT_HEADERS.has(name)),
        )
        return {
          ...row,
          id,
          request_id,
          credential_id,
          credential_tag: credentialTag(credential_id),
          oauth: credential_kind === "oauth",
          operation: this.operations.get(operationKey({ method, operation, scope })),
          client,
          user_agent: client === null ? user_agent : null,
          request_headers: Object.keys(headers).length > 0 || client === null ? headers : null,
        }
      },
    )
  }

  private async learnOperations(requests: readonly Operation[]): Promise<void> {
    const missing = (): Operation[] => [
      ...new Map(
        requests
          .map(({ method, operation, scope }) => ({ method, operation, scope }))
          .filter((operation) => !this.operations.has(operationKey(operation)))
          .map((operation) => [operationKey(operation), operation]),
      ).values(),
    ]
    if (missing().length === 0) return
    await this.readOperations()
    const unknown = missing()
    if (unknown.length === 0) return
    await query(ADD_OPERATIONS_SQL, [JSON.stringify(unknown)])
    await this.readOperations()
  }

  private async readOperations(): Promise<void> {
    for (const { id, ...operation } of await query<Operation & { id: number }>(OPERATIONS_SQL, []))
      this.operations.set(operationKey(operation), id)
  }

  private async learnClients(clients: readonly Client[]): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    if (today !== this.day || this.clients.size > CLIENTS_MAX) {
      this.clients.clear()
      this.day = today
    }
    const unknown = new Map(
      clients.filter(({ key }) => !this.clients.has(key)).map((client) => [md5Uuid(client.key), client]),
    )
    if (unknown.size === 0) return
    const rows = await query<{ digest: string; id: number }>(ADD_CLIENTS_SQL, [
      JSON.stringify([...unknown.values()]),
      CLIENTS_MAX,
      today,
    ])
    for (const { key } of unknown.values()) this.clients.set(key, null)
    for (const { digest, id } of rows) this.clients.set(unknown.get(digest)?.key ?? "", id)
  }
}

const operationKey = ({ method, operation, scope }: Operation): string => `${method} ${operation} ${scope ?? ""}`

function clientOf({ user_agent, request_headers }: StoredRequest): Client {
  const repeated = Object.fromEntries(Object.entries(request_headers).filter(([name]) => CLIENT_HEADERS.has(name)))
  return { key: JSON.stringify([user_agent, repeated]), user_agent, request_headers: repeated }
}

/** The MD5 of a text in the form of a UUID, as md5(text)::uuid in SQL. */
function md5Uuid(text: string): string {
  const hex = createHash("md5").update(text).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
