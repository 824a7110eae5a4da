import type { Socket } from "node:net"
import pg from "pg"
import { log } from "@/platform/log"
import { once } from "@/platform/once"

const BEAT_MS = 500
/** Counted, not timed: of a process that stood still itself, the answers that have come meanwhile are read between two beats. */
const SILENT_BEATS = 6

/** What has been heard over a connection. */
interface Heard {
  bytes: number
  /** For how many beats nothing more. */
  silent: number
}

const socketOf = (client: pg.Client): Socket => client.connection.stream as Socket
const silence = (): Error =>
  Object.assign(new Error("the database has not answered for three seconds"), { code: "ETIMEDOUT" })

/**
 * A machine that dies says nothing, and TCP waits a quarter of an hour for it. So the database is asked twice a second over a connection that
 * is used for nothing else: when it has not answered for three seconds, that one is given up, and with it each of the pools' over which nothing has come
 * either; those who wait for them are told. A statement that only takes long is left alone: the database answers beside it.
 */
class Heartbeat {
  private readonly heard = new Map<pg.Client, Heard>()
  private timer: NodeJS.Timeout | undefined
  private own: pg.Client | null = null
  private asking = false
  private unanswered = 0

  constructor(private readonly connectionString: string) {}

  watch(pool: pg.Pool): void {
    pool.on("connect", (client) => {
      this.heard.set(client, { bytes: socketOf(client).bytesRead, silent: 0 })
      if (!this.timer) this.start()
    })
    pool.on("remove", (client) => {
      this.heard.delete(client)
      if (this.heard.size === 0) this.rest()
    })
  }

  // At once: what it has proven holds for connections that are younger than its own.
  private start(): void {
    this.timer = setInterval(() => this.beat(), BEAT_MS).unref()
    this.ask()
  }

  private beat(): void {
    for (const [client, heard] of this.heard) {
      const bytes = socketOf(client).bytesRead
      heard.silent = bytes === heard.bytes ? heard.silent + 1 : 0
      heard.bytes = bytes
    }
    if (!this.asking) this.ask()
    else if (++this.unanswered === SILENT_BEATS) this.giveUp()
  }

  private ask(): void {
    const own = (this.own ??= this.connect())
    this.asking = true
    this.unanswered = 0
    own.query("SELECT").then(
      () => {
        if (own === this.own) this.asking = false
      },
      (err: unknown) => this.drop(own, err),
    )
  }

  private connect(): pg.Client {
    const own = new pg.Client({ connectionString: this.connectionString, application_name: "haat" })
    own.on("error", (err) => this.drop(own, err))
    own.connect().catch((err: unknown) => this.drop(own, err))
    socketOf(own).unref()
    return own
  }

  private giveUp(): void {
    log.warn("the database has fallen silent: its connections are given up")
    for (const [client, { silent }] of this.heard) if (silent >= SILENT_BEATS) socketOf(client).destroy(silence())
    if (this.own) this.drop(this.own, silence())
  }

  /** The next beat asks over a new one. */
  private drop(own: pg.Client, err: unknown): void {
    if (own !== this.own) return
    log.debug({ err }, "the database could not be asked whether it is there")
    this.own = null
    this.asking = false
    socketOf(own).destroy()
  }

  private rest(): void {
    clearInterval(this.timer)
    this.timer = undefined
    const { own } = this
    this.own = null
    this.asking = false
    void own?.end().catch((err: unknown) => log.debug({ err }, "the heartbeat's connection could not be ended"))
  }
}

/** Sees to it that nobody waits for long on this pool for a database that has gone; the pools of one database share a heartbeat. */
export const watchOver = (pool: pg.Pool, connectionString: string): void => {
  const heartbeats = once("heartbeats", () => new Map<string, Heartbeat>())
  const heartbeat = heartbeats.get(connectionString) ?? new Heartbeat(connectionString)
  heartbeats.set(connectionString, heartbeat)
  heartbeat.watch(pool)
}
