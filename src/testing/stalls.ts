/**
 * How long the machine has stood still, as one does that is moved, overcommitted or suspended: what was due meanwhile comes all at once, and a
 * product's clocks run out though nobody was slow. Where it did not stand still, nothing here changes what a test asks for.
 */

const TICK_MS = 50
/** What a tick is late by ordinarily. */
const SLACK_MS = 100

let stood = 0
let tickedAt = performance.now()
let busy = process.cpuUsage()

/** By how much the next tick is late, but for what this process itself has worked. */
const late = (): number => {
  const { user, system } = process.cpuUsage(busy)
  const ms = performance.now() - tickedAt - TICK_MS - (user + system) / 1_000
  return ms > SLACK_MS ? ms : 0
}

setInterval(() => {
  stood += late()
  tickedAt = performance.now()
  busy = process.cpuUsage()
}, TICK_MS).unref()

/** Since this process began. */
export const stalledMs = (): number => stood + late()

/** A clock that stands while the machine does. */
export const awakeMs = (): number => performance.now() - stalledMs()

/** Settles when the machine has run so long. */
export const awakeFor = async (ms: number): Promise<void> => {
  const until = awakeMs() + ms
  for (let left = ms; left > 0; left = until - awakeMs()) await new Promise((resolve) => setTimeout(resolve, left))
}

/** So long must it have stood still for that to be why something broke. */
const STALL_MS = 500
const TRIES = 5

/** Does something, and does it again if it broke, or failed, while the machine stood still. */
export const undisturbed = async <T>(
  work: () => Promise<T>,
  broke: (outcome: T) => boolean,
  tries = TRIES,
): Promise<T> => {
  const before = stalledMs()
  const again = (): boolean => tries > 1 && stalledMs() - before >= STALL_MS
  try {
    const outcome = await work()
    if (!broke(outcome) || !again()) return outcome
  } catch (error) {
    if (!again()) throw error
  }
  return undisturbed(work, broke, tries - 1)
}

/** Asks again when it was refused while the machine stood still. */
export const insist = <T extends { status: number }>(ask: () => Promise<T>): Promise<T> =>
  undisturbed(ask, ({ status }) => status === 503)
