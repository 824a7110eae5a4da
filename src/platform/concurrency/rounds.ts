import { setImmediate as restOfTurn } from "node:timers/promises"
import { isUnreachable } from "@/platform/db/errors"
import { PoolExhausted } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { OutOfTime, TIME_MS } from "@/platform/concurrency/in-time"
import { once } from "@/platform/once"

interface Waiting {
  reject: (error: unknown) => void
}

/** The total duration of all rounds when a request joined. */
interface Since {
  since: number
}

/** Maximum that one round counts for: if the machine was suspended during it, the database is not to blame. */
const ROUND_MS = TIME_MS / 2
/** A round that fails after this time was waiting, not refused. */
const WAITED_MS = 1_000

const queues = () => once("rounds", () => new Set<readonly unknown[]>())

/** Returns how many requests wait for a round, over all queues. */
export const waitingForRounds = (): number => [...queues()].reduce((total, { length }) => total + length, 0)

/**
 * Batches requests: those of one turn of the event loop, or made while a round is running, share the next round, so
 * that a busy process needs one statement for many requests. A failed round rejects all its requests; if the database
 * did not respond, the queued ones are rejected too. A request waits no longer than inTime, and the queue is limited to
 * POOL_QUEUE.
 * @param serve resolves all requests of a round, or throws
 * @param atOnce maximum number of requests per round
 */
export const inRounds = <Asked extends Waiting>(
  serve: (asked: Asked[]) => Promise<void>,
  atOnce = Infinity,
): ((asked: Asked) => void) => {
  const waiting: (Asked & Since)[] = []
  queues().add(waiting)
  let going = false
  let serving = false
  /** Total duration of all rounds, in milliseconds. */
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
