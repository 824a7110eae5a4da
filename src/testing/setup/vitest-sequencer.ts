import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that mostly wait, the longest first: begun last, they would be waited for when all the others are done. */
const WAITING = [
  "src/webhooks/delivery/crash.test.ts",
  "src/testing/system/survival.test.ts",
  "src/testing/system/stop.test.ts",
  "src/testing/system/replica.test.ts",
  "src/webhooks/delivery/isolation.test.ts",
  "src/testing/system/cluster.test.ts",
  "src/platform/mailer.test.ts",
  "src/worker/unlock-jobs.test.ts",
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = WAITING.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? WAITING.length : place
}

/** The order of the files: those first, and then as Vitest would have it. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
