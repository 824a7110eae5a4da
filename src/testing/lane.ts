import { emptyTestDatabase } from "@/commands/test-database"
import { startServer, type TestServer } from "@/commands/test-server"
import { Conformance } from "@/testing/conformance"
import { TestMarketplace } from "@/testing/marketplace"

export const LANES = ["fast", "next"] as const
export type LaneName = (typeof LANES)[number]

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when there is none. */
  json: Body
}

/** Bodies as the tests look into them. */
export interface Body {
  data: Record<string, unknown> & Record<string, unknown>[]
  meta: { page: number; per_page: number; total: number; last_page: number; livemode: boolean }
  links: { next: string | null; prev: string | null }
  error: {
    code: string
    message: string
    request_id: string
    doc_url: string
    details: { param: string; code: string; message: string }[]
  }
}

interface Options {
  key?: { secret: string } | string
  method?: string
  headers?: Record<string, string>
  json?: unknown
  body?: string | Buffer
}

/** A server on one of the two lanes, on an empty database of its own; every answer is held against openapi.json. */
export class Lane {
  readonly marketplace: TestMarketplace

  private constructor(
    private readonly server: TestServer,
    private readonly conformance: Conformance,
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
  ) {
    this.marketplace = new TestMarketplace(databaseUrl)
  }

  static async open(lane: LaneName, env: Record<string, string> = {}): Promise<Lane> {
    const database = await emptyTestDatabase()
    const server = await startServer({ lane, databaseUrl: database.url, env })
    const description = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as ConstructorParameters<
      typeof Conformance
    >[0]
    return new Lane(server, new Conformance(description), database.url, () => database.drop())
  }

  get url(): string {
    return this.server.url
  }

  get pid(): number {
    return this.server.pid
  }

  async get(path: string, options: Options = {}): Promise<Answer> {
    const { key, method = "GET", headers = {}, json, body } = options
    const sent = json === undefined ? body : JSON.stringify(json)
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(key ? { authorization: `Bearer ${typeof key === "string" ? key : key.secret}` } : {}),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: typeof sent === "string" ? sent : new Uint8Array(sent) }),
    })
    const text = await response.text()
    const parsed = text === "" ? undefined : (JSON.parse(text) as Body)
    if (text !== "") {
      const mismatches = this.conformance.check(method, new URL(this.url + path).pathname, response.status, parsed)
      if (mismatches.length > 0)
        throw new Error(`not as openapi.json says:\n${mismatches.join("\n")}\n${text.slice(0, 500)}`)
    }
    return { status: response.status, headers: response.headers, text, json: parsed as Body }
  }

  ship(id: string, options: Options): Promise<Answer> {
    return this.get(`/v1/seller/orders/${id}/ship`, {
      method: "PATCH",
      json: { courier_name: "Pavan Express", awb: "PX-1" },
      ...options,
    })
  }

  async close(): Promise<void> {
    await this.server.kill()
    await this.marketplace.close()
    await this.drop()
  }
}
