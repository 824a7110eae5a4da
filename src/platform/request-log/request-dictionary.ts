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

  /** Returns the rows of api_request. Columns that are null are left out. */
  async encode(requests: readonly StoredRequest[]): Promise<object[]> {
    const clientKeys = requests.map(clientKey)
    await this.learnOperations(requests)
    await this.learnClients(requests, clientKeys)
    return requests.map((request, index) => this.row(request, this.clients.get(clientKeys[index] ?? "") ?? null))
  }

  // Each logged request passes here, on the thread that serves the API: no object is copied or taken apart.
  private row(request: StoredRequest, client: number | null): object {
    return {
      account_id: request.account_id,
      id: request.id,
      credential_id: request.credential_id,
      duration_ms: request.duration_ms,
      client: client ?? undefined,
      status: request.status,
      operation: this.operations.get(operationKey(request)),
      credential_tag: credentialTag(request.credential_id),
      livemode: request.livemode,
      oauth: request.credential_kind === "oauth",
      ip: request.ip ?? undefined,
      path: request.path,
      query: request.query ?? undefined,
      error_code: request.error_code ?? undefined,
      request_id: request.request_id ?? undefined,
      user_agent: client === null ? (request.user_agent ?? undefined) : undefined,
      request_headers: client === null ? request.request_headers : headersOf(request, false),
      request_body: request.request_body ?? undefined,
      response_headers: request.response_headers ?? undefined,
      response_body: request.response_body ?? undefined,
    }
  }

  private async learnOperations(requests: readonly Operation[]): Promise<void> {
    if (this.unknownOperations(requests).length === 0) return
    await this.readOperations()
    const unknown = this.unknownOperations(requests)
    if (unknown.length === 0) return
    await query(ADD_OPERATIONS_SQL, [JSON.stringify(unknown)])
    await this.readOperations()
  }

  private unknownOperations(requests: readonly Operation[]): Operation[] {
    const unknown = new Map<string, Operation>()
    for (const request of requests) {
      const key = operationKey(request)
      if (!this.operations.has(key))
        unknown.set(key, { method: request.method, operation: request.operation, scope: request.scope })
    }
    return [...unknown.values()]
  }

  private async readOperations(): Promise<void> {
    for (const { id, ...operation } of await query<Operation & { id: number }>(OPERATIONS_SQL, []))
      this.operations.set(operationKey(operation), id)
  }

  private async learnClients(requests: readonly StoredRequest[], keys: readonly string[]): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    if (today !== this.day || this.clients.size > CLIENTS_MAX) {
      this.clients.clear()
      this.day = today
    }
    const unknown = new Map<string, Client>()
    for (const [index, request] of requests.entries()) {
      const key = keys[index] ?? ""
      if (this.clients.has(key)) continue
      const headers = headersOf(request, true) ?? {}
      unknown.set(md5Uuid(key), { key, user_agent: request.user_agent, request_headers: headers })
    }
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

function operationKey({ method, operation, scope }: Operation): string {
  return `${method} ${operation} ${scope ?? ""}`
}

/** The headers that a client repeats with each request, or the others; undefined if there are none. */
function headersOf({ request_headers }: StoredRequest, repeated: boolean): Record<string, string> | undefined {
  let headers: Record<string, string> | undefined
  for (const name in request_headers)
    if (CLIENT_HEADERS.has(name) === repeated) (headers ??= {})[name] = request_headers[name] ?? ""
  return headers
}

/** The user agent and repeated headers of a request, as JSON. */
function clientKey(request: StoredRequest): string {
  return JSON.stringify([request.user_agent, headersOf(request, true) ?? {}])
}

/** The MD5 of a text in the form of a UUID, as md5(text)::uuid in SQL. */
function md5Uuid(text: string): string {
  const hex = createHash("md5").update(text).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
