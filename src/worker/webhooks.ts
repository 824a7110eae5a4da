import type { WakeJob } from "@/platform/jobs"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { keepRunning } from "@/worker/keep-running"

const CONCURRENCY = 4
const BATCH = 200
const BATCH_MS = 5

/**
 * Sends webhooks in this process. Their jobs have a runner of their own, which takes many at once: no mail that hangs is ahead of them, and
 * those that a killed process had taken are missed by nobody.
 */
export const startWebhooks = async (): Promise<{ stop: () => Promise<void> }> => {
  const deliverer = new Deliverer()
  const runner = await keepRunning({
    concurrency: CONCURRENCY,
    parsedCronItems: [],
    // Not to be made asynchronous: a task that is under way when the database goes away would leave the local queue with a rejection that nobody
    // hears, as it hands back its jobs, and that ends the process.
    taskList: { deliver_webhooks: (payload) => deliverer.wake((payload as WakeJob).endpoints) },
    preset: { worker: { localQueue: { size: BATCH }, completeJobBatchDelay: BATCH_MS } },
  })
  return {
    stop: async () => {
      await runner.stop()
      await deliverer.stop()
    },
  }
}
