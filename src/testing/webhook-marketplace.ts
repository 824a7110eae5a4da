import { v7 as uuidv7 } from "uuid"
import { emptyTestDatabase } from "@/commands/test-database"
import type { WebhookEvent } from "@/domain/webhook-event"
import { makePool, transaction } from "@/platform/db"
import { once } from "@/platform/once"
import { SafeFetcher } from "@/platform/safe-fetch"
import { recordEvent } from "@/platform/webhook-events"
import { TestMarketplace } from "@/testing/marketplace"
import { mintSecret, sealSecret } from "@/webhooks/endpoint-secret"

export interface TestEndpoint {
  id: string
  secret: string
}

export interface DeliveryRow {
  id: string
  event_id: string
  status: string
  attempts: number
  next_attempt_at: Date | null
}

/** A marketplace whose webhooks this process sends, to its own loopback. One in a process. */
export class WebhookMarketplace extends TestMarketplace {
  private constructor(
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
  ) {
    super(databaseUrl)
  }

  static async open({ timeoutMs = 15_000 } = {}): Promise<WebhookMarketplace> {
    const database = await emptyTestDatabase()
    const pool = once("pool", () => makePool(database.url))
    once("safe-fetch", () => new SafeFetcher({ ports: [443], loopback: true, dnsServers: [], timeoutMs }))
    return new WebhookMarketplace(database.url, async () => {
      await pool.end()
      await database.drop()
    })
  }

  async endpoint(
    accountId: string,
    url: string,
    { events = ["order.created", "order.refunded", "seller.order.updated"], livemode = true } = {},
  ): Promise<TestEndpoint> {
    const id = uuidv7()
    const secret = mintSecret()
    await this.rows(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, $3, $4, $5, $6)",
      [id, accountId, url, events, livemode, sealSecret(id, secret)],
    )
    return { id, secret }
  }

  /** An event of an account, in a transaction of its own. */
  event(
    accountId: string,
    {
      type = "order.created",
      livemode = true,
      data = { id: "ord_1", version: 1 },
    }: { type?: WebhookEvent; livemode?: boolean; data?: object } = {},
  ): Promise<void> {
    return transaction((tx) => recordEvent(tx, { type, audience: { accountId }, subjectId: uuidv7(), livemode, data }))
  }

  deliveries(endpointId: string): Promise<DeliveryRow[]> {
    return this.rows(
      "SELECT id, event_id, status, attempts, next_attempt_at FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY id",
      [endpointId],
    )
  }

  override async close(): Promise<void> {
    await super.close()
    await this.drop()
  }
}
