import type { DeliverWebhooksJob } from "@/platform/jobs"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { startResilientRunner } from "@/worker/resilient-runner"

const CONCURRENCY = 4
const LOCAL_QUEUE_SIZE = 200
const COMPLETION_DELAY_MS = 5

/**
 * Sends webhooks in this process. Their jobs have a separate runner that takes many at a time, so that slow emails do
 * not delay them. Losing the jobs of a killed process loses no event.
 */
export async function startWebhooks(): Promise<{ stop: () => Promise<void> }> {
  const deliverer = new Deliverer()
  const runner = await startResilientRunner({
    concurrency: CONCURRENCY,
    parsedCronItems: [],
    // It must not be async: if the database goes down during a task, the local queue would leave a rejection unhandled
    // when it returns its jobs, and that ends the process.
    taskList: { deliver_webhooks: (payload) => deliverer.notify((payload as DeliverWebhooksJob).endpoints) },
    preset: { worker: { localQueue: { size: LOCAL_QUEUE_SIZE }, completeJobBatchDelay: COMPLETION_DELAY_MS } },
  })
  return {
    stop: async () => {
      await runner.stop()
      await deliverer.stop()
    },
  }
}
