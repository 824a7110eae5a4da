import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that bound how long something takes, or that need a server that is not overloaded, the longest first: started
 * last, they would delay the end of the run. Nothing that needs the processor runs beside them.
 */
export const TIMED_FILES = [
  "src/testing/system/cluster.test.ts",
  "src/webhooks/delivery/crash.test.ts",
  "src/testing/system/database-loss.test.ts",
  "src/testing/system/stop.test.ts",
  "src/features/status/status.contract.test.ts",
  "src/testing/system/survival.test.ts",
  "src/testing/system/replica.test.ts",
  "src/webhooks/delivery/isolation.test.ts",
  "src/webhooks/endpoints/webhook-endpoints.contract.test.ts",
  "src/auth/keys.contract.test.ts",
  "src/platform/db/db.test.ts",
  "src/platform/request-log/request-log.test.ts",
  "src/platform/db/heartbeat.test.ts",
]

/** Files that mostly wait, whatever else runs, the longest first. */
export const WAITING_FILES = [
  "src/commands/start-stop.test.ts",
  "src/commands/postgres/full-disk.test.ts",
  "src/commands/node-releases.test.ts",
  "src/webhooks/delivery/sandbox-restart.test.ts",
  "src/webhooks/stream/event-stream.contract.test.ts",
  "src/features/staff-synonyms/staff-synonyms.contract.test.ts",
  "src/oauth/jwks-and-discovery.contract.test.ts",
  "src/features/mailbox/mailbox.contract.test.ts",
  "src/platform/mailer.test.ts",
  "src/features/seller-orders/seller-orders.contract.test.ts",
  "src/api/live-requests.contract.test.ts",
  "src/commands/postgres/embedded-postgres.test.ts",
  "src/testing/system/usage-roll-up.test.ts",
  "src/worker/resilient-runner.test.ts",
  "src/worker/full-disk.test.ts",
  "src/worker/unlock-jobs.test.ts",
]

const FIRST_FILES = [...TIMED_FILES, ...WAITING_FILES]

function priorityOf({ moduleId }: TestSpecification): number {
  const place = FIRST_FILES.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? FIRST_FILES.length : place
}

/** Runs the files of the lists in their order, then the others in Vitest's order. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => priorityOf(one) - priorityOf(other))
  }
}
