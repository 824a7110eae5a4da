import { setImmediate as restOfTurn } from "node:timers/promises"
import { PoolExhausted } from "@/platform/db"
import { env } from "@/platform/env"
import { OutOfTime } from "@/platform/in-time"
import { once } from "@/platform/once"

interface Waiting {
  reject: (error: unknown) => void
}

const queues = () => once("rounds", () => new Set<readonly unknown[]>())

/** How many wait for a round of their own, over all that is served so. */
export const waitingForRounds = (): number => [...queues()].reduce((total, { length }) => total + length, 0)

/**
 * Serves many at once: those who ask in one turn of the event loop, or while a round is under way, share the next one, so that a busy process
 * makes one statement for many requests. Of a round that fails, each is told; where the database did not answer it in time, so are those behind, who
 * have waited for it as well. While it does not answer yet, no more than POOL_QUEUE wait.
 * @param serve answers all whom it is given, or throws
 * @param atOnce how many a round may have
 */
export const inRounds = <Asked extends Waiting>(serve: (asked: Asked[]) => Promise<void>, atOnce = Infinity): ((asked: Asked) => void) => {
  const waiting: Asked[] = []
  queues().add(waiting)
  let going = false
  let serving = false

  const go = async (): Promise<void> => {
    going = true
    while (waiting.length > 0) {
      await restOfTurn()
      const asked = waiting.splice(0, atOnce)
      serving = true
      try {
        await serve(asked)
      } catch (error) {
        if (error instanceof OutOfTime) asked.push(...waiting.splice(0))
        for (const { reject } of asked) reject(error)
      }
      serving = false
    }
    going = false
  }

  return (asked) => {
    if (serving && waiting.length >= env.poolQueue) return asked.reject(new PoolExhausted())
    waiting.push(asked)
    if (!going) void go()
  }
}
