import { setImmediate as restOfTurn } from "node:timers/promises"
import { isUnreachable } from "@/platform/db/errors"
import { PoolExhausted } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { OutOfTime, TIME_MS } from "@/platform/concurrency/in-time"
import { once } from "@/platform/once"

interface Waiting {
  reject: (error: unknown) => void
}

/** What the rounds had taken when somebody asked. */
interface Since {
  since: number
}

/** What one round counts for at most: if the whole machine stood still during it, the database is not to blame. */
const ROUND_MS = TIME_MS / 2
/** A round that fails later was not refused but has waited. */
const WAITED_MS = 1_000

const queues = () => once("rounds", () => new Set<readonly unknown[]>())

/** How many wait for a round of their own, over all that is served so. */
export const waitingForRounds = (): number => [...queues()].reduce((total, { length }) => total + length, 0)

/**
 * Serves many at once: those who ask in one turn of the event loop, or while a round is under way, share the next one, so that a busy process
 * makes one statement for many requests. Of a round that fails, each is told; where the database did not answer it, so are those behind, who have
 * waited for it as well. Nobody waits for others' rounds for longer than inTime waits, and while one is under way no more than POOL_QUEUE do.
 * @param serve answers all whom it is given, or throws
 * @param atOnce how many a round may have
 */
export const inRounds = <Asked extends Waiting>(
  serve: (asked: Asked[]) => Promise<void>,
  atOnce = Infinity,
): ((asked: Asked) => void) => {
  const waiting: (Asked & Since)[] = []
  queues().add(waiting)
  let going = false
  let serving = false
  /** What all rounds have taken, in milliseconds. */
  let spent = 0

  const go = async (): Promise<void> => {
    going = true
    while (waiting.length > 0) {
      await restOfTurn()
      while (waiting[0] && spent - waiting[0].since >= TIME_MS) waiting.shift()?.reject(new OutOfTime())
      const asked = waiting.splice(0, atOnce)
      if (asked.length === 0) break
      const began = performance.now()
      serving = true
      try {
        await serve(asked)
      } catch (error) {
        if (error instanceof OutOfTime || (isUnreachable(error) && performance.now() - began > WAITED_MS))
          asked.push(...waiting.splice(0))
        for (const { reject } of asked) reject(error)
      }
      spent += Math.min(performance.now() - began, ROUND_MS)
      serving = false
    }
    going = false
  }

  return (asked) => {
    if (serving && waiting.length >= env.poolQueue) return asked.reject(new PoolExhausted())
    waiting.push(Object.assign(asked, { since: spent }))
    if (!going) void go()
  }
}
