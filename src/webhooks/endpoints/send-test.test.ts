import { afterAll, beforeAll, expect, test } from "vitest"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { sendTest } from "@/webhooks/endpoints/send-test"

// A ping that arrives while the database goes down.

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})

/** Looks for due deliveries long after the lease of a ping. */
async function sweepLater(): Promise<void> {
  const later = new Date(Date.now() + 120_000)
  const deliverer = new Deliverer({ clock: () => later })
  await deliverer.checkDue()
  await deliverer.idle()
}

test("a ping during a database outage is recorded once the database is back, and not sent again", async () => {
  const { id } = await marketplace.endpoint(await marketplace.account(), receiver.url("/passing"))
  await marketplace.rows(`
    CREATE SEQUENCE refusals;
    CREATE FUNCTION refuse_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('refusals') <= 2 THEN RAISE EXCEPTION 'terminating connection' USING ERRCODE = 'admin_shutdown'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_twice BEFORE INSERT ON webhook_attempt FOR EACH ROW EXECUTE FUNCTION refuse_twice()`)
  const result = await sendTest(id).catch((error: Error) => error)
  await marketplace.rows(
    "DROP TRIGGER refuse_twice ON webhook_attempt; DROP FUNCTION refuse_twice; DROP SEQUENCE refusals",
  )
  await sweepLater()
  expect(receiver.at("/passing")).toHaveLength(1)
  expect(result).toMatchObject({ statusCode: 200, error: null })
  expect(
    await marketplace.rows(
      "SELECT a.number, a.trigger, a.status_code FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
      [id],
    ),
  ).toEqual([{ number: 1, trigger: "test", status_code: 200 }])
})

test("a ping fails immediately when it can never be recorded", async () => {
  const { id } = await marketplace.endpoint(await marketplace.account(), receiver.url("/never"))
  await marketplace.rows("ALTER TABLE webhook_attempt ADD CONSTRAINT never CHECK (trigger <> 'test') NOT VALID")
  const result = await sendTest(id).catch((error: Error) => error)
  await marketplace.rows("ALTER TABLE webhook_attempt DROP CONSTRAINT never")
  expect(result).toMatchObject({ code: "23514" })
})
