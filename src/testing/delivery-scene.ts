import { v7 as uuidv7 } from "uuid"
import { WebhookMarketplace } from "@/testing/webhook-marketplace"
import { WebhookReceiver } from "@/testing/webhook-receiver"
import { Deliverer } from "@/webhooks/deliverer"

interface KeptAttempt {
  number: number
  trigger: string
  status_code: number | null
  error: string | null
  response_body: string | null
  request_headers: Record<string, string>
  response_headers: Record<string, string> | null
  url: string
}

interface Standing {
  status: string
  disabled_reason: string | null
  failures_in_a_row: number
}

/** Webhooks that this process sends to a receiver of its own, on the tests' clock. One in a process. */
export class DeliveryScene {
  /** Where the tests are in time; deliveries become due as it moves. */
  now = new Date()
  deliverer = new Deliverer({ clock: () => this.now })
  private account = ""

  private constructor(
    readonly marketplace: WebhookMarketplace,
    readonly receiver: WebhookReceiver,
  ) {}

  static async open(policy: { timeoutMs?: number } = {}): Promise<DeliveryScene> {
    return new DeliveryScene(await WebhookMarketplace.open(policy), await WebhookReceiver.open())
  }

  /** What a test has for itself: an account with its mails, a path of the receiver, and a sender that knows of nothing yet. */
  async begin(): Promise<{ account: string; path: string }> {
    this.now = new Date(Date.now() + 120_000)
    this.deliverer = new Deliverer({ clock: () => this.now })
    this.account = await this.marketplace.account()
    return { account: this.account, path: `/hooks/${uuidv7()}` }
  }

  /** What one test left pending is nobody else's. */
  async end(): Promise<void> {
    await this.marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now()")
  }

  later(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }

  /** Sends all that is due now, and waits for what comes of it. */
  async sweep(): Promise<void> {
    await this.deliverer.sweep()
    await this.deliverer.idle()
  }

  attemptsOf(deliveryId: string): Promise<KeptAttempt[]> {
    return this.marketplace.rows("SELECT * FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number", [deliveryId])
  }

  async triggersOf(deliveryId: string): Promise<string[]> {
    return (await this.attemptsOf(deliveryId)).map(({ trigger }) => trigger)
  }

  async stateOf(endpointId: string): Promise<Standing> {
    const [row] = await this.marketplace.rows<Standing>(
      "SELECT status, disabled_reason, failures_in_a_row FROM webhook_endpoint WHERE id = $1",
      [endpointId],
    )
    if (!row) throw new Error("there is no such endpoint")
    return row
  }

  /** To the test's account, about its endpoints. */
  mails(): Promise<{ template: string; count: string }[]> {
    return this.marketplace.rows(
      `SELECT payload->>'template' AS template, payload->'values'->>'count' AS count FROM graphile_worker._private_jobs
       WHERE payload->>'to' = (SELECT email FROM account WHERE id = $1) ORDER BY id`,
      [this.account],
    )
  }

  async close(): Promise<void> {
    await this.receiver.close()
    await this.marketplace.close()
  }
}
