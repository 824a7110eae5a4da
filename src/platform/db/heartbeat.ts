import type { Socket } from "node:net"
import pg from "pg"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { once } from "@/platform/once"

const BEAT_MS = 500
/** Counted, not timed: of a process that stood still itself, the answers that have come meanwhile are read between two beats. */
const SILENT_BEATS = 6
/** From here on the database is told to be down, though its connections are not given up yet. */
const DOUBTED_BEATS = 4
/** How long the first answer may take that somebody waits for who asks for the state. */
const FIRST_ANSWER_MS = 800
/** How long it goes on for those who ask for the state, where no pool has a connection. */
const WANTED_MS = 60_000
/** After the last write that was refused for want of space. */
const DISK_FULL_MS = 10_000

const READ_ONLY_CODE = "25006"
const DISK_FULL_CODE = "53100"
const FAILED_TRANSACTION_CODE = "25P02"

/** What can be done with a database: read and write; read; nothing; read, and write what needs no more space. */
export type DatabaseState = "ok" | "read_only" | "down" | "disk_full"

/** What has been heard over a connection. */
interface Heard {
  bytes: number
  /** For how many beats nothing more. */
  silent: number
}

const socketOf = (client: pg.Client): Socket => client.connection.stream as Socket
const silence = (): Error =>
  Object.assign(new Error("the database has not answered for three seconds"), { code: "ETIMEDOUT" })
const readOnly = (): Error => Object.assign(new Error("the database is read-only"), { code: READ_ONLY_CODE })

const ASK = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS read_only"

/**
 * A machine that dies says nothing, and TCP waits a quarter of an hour for it. So the database is asked twice a second over a connection that
 * is used for nothing else: when it has not answered for three seconds, that one is given up, and with it each of the pools' over which nothing has come
 * either; those who wait for them are told. A statement that only takes long is left alone: the database answers beside it. When it answers that it is
 * read-only, as what was the primary is after a failover, all are given up, so that the next ones are made to the primary that there is then.
 */
class Heartbeat {
  private readonly heard = new Map<pg.Client, Heard>()
  private timer: NodeJS.Timeout | undefined
  private own: pg.Client | null = null
  private asking = false
  private unanswered = 0
  /** What the last answer said; null before the first one. */
  private answered: "ok" | "read_only" | "down" | null = null
  /** Whether its connection has been made anew since the last answer. */
  private again = false
  private readonly awaiting = new Set<() => void>()
  private wantedAt = -Infinity
  private diskFullAt = -Infinity

  constructor(
    private readonly connectionString: string,
    private readonly writable: boolean,
  ) {}

  watch(pool: pg.Pool): void {
    pool.on("connect", (client) => {
      this.heard.set(client, { bytes: socketOf(client).bytesRead, silent: 0 })
      this.watchErrors(client)
      if (!this.timer) this.start()
    })
    pool.on("remove", (client) => {
      this.heard.delete(client)
      this.restIfUnwanted()
    })
  }

  /** At most some seconds old, and without a question to the database but the first time. */
  async state(): Promise<DatabaseState> {
    this.wantedAt = performance.now()
    if (!this.timer) this.start()
    if (this.answered === null) await this.firstAnswer()
    if (this.answered === null || (this.asking && this.unanswered >= DOUBTED_BEATS)) return "down"
    if (this.answered === "ok" && performance.now() - this.diskFullAt < DISK_FULL_MS) return "disk_full"
    return this.answered
  }

  private async firstAnswer(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FIRST_ANSWER_MS).unref()
      const done = (): void => {
        clearTimeout(timer)
        this.awaiting.delete(done)
        resolve()
      }
      this.awaiting.add(done)
    })
  }

  private answer(state: "ok" | "read_only" | "down"): void {
    this.answered = state
    this.again = false
    for (const done of this.awaiting) done()
  }

  private watchErrors(client: pg.Client): void {
    let failure: Error | undefined
    // Before the client's own listener, which hands the message to the query that it answers.
    client.connection.prependListener("errorMessage", (message: pg.DatabaseError) => {
      // That a transaction has failed already says nothing of why.
      if (message.code === FAILED_TRANSACTION_CODE) message.cause ??= failure
      else failure = message
      if (message.code === DISK_FULL_CODE) this.diskFullAt = performance.now()
      if (message.code === READ_ONLY_CODE && this.writable) socketOf(client).destroy(readOnly())
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
    if (this.restIfUnwanted()) return
    if (!this.asking) this.ask()
    else if (++this.unanswered === SILENT_BEATS) this.giveUpSilent()
  }

  private ask(): void {
    const own = (this.own ??= this.connect())
    this.asking = true
    this.unanswered = 0
    own.query<{ read_only: boolean }>(ASK).then(
      ({ rows: [row] }) => {
        if (own !== this.own) return
        this.asking = false
        if (!this.writable || row?.read_only === false) this.answer("ok")
        else this.giveUpReadOnly(own)
      },
      (err: unknown) => this.lose(own, err),
    )
  }

  private connect(): pg.Client {
    const own = new pg.Client({ connectionString: this.connectionString, application_name: "haat" })
    own.on("error", (err) => this.lose(own, err))
    own.connect().catch((err: unknown) => this.lose(own, err))
    socketOf(own).unref()
    return own
  }

  private giveUpSilent(): void {
    logThrottled(
      "database silent",
      OUTAGE_LOG_SECONDS,
      {},
      "the database has fallen silent: its connections are given up",
    )
    for (const [client, { silent }] of this.heard) if (silent >= SILENT_BEATS) socketOf(client).destroy(silence())
    this.answer("down")
    if (this.own) this.drop(this.own)
  }

  private giveUpReadOnly(own: pg.Client): void {
    logThrottled(
      "database read-only",
      OUTAGE_LOG_SECONDS,
      {},
      "the database is read-only: its connections are given up",
    )
    for (const client of this.heard.keys()) socketOf(client).destroy(readOnly())
    this.answer("read_only")
    this.drop(own)
  }

  /** One that breaks while all is well is made anew at once: only when that fails as well has the database gone. */
  private lose(own: pg.Client, err: unknown): void {
    if (own !== this.own) return
    log.debug({ err }, "the database could not be asked whether it is there")
    this.drop(own)
    if (this.answered === "ok" && !this.again) {
      this.again = true
      this.ask()
    } else this.answer("down")
  }

  /** The next beat asks over a new one. */
  private drop(own: pg.Client): void {
    this.own = null
    this.asking = false
    socketOf(own).destroy()
  }

  /** @returns whether it does */
  private restIfUnwanted(): boolean {
    if (this.heard.size > 0 || performance.now() - this.wantedAt < WANTED_MS) return false
    clearInterval(this.timer)
    this.timer = undefined
    const { own } = this
    this.own = null
    this.asking = false
    this.answered = null
    void own?.end().catch((err: unknown) => log.debug({ err }, "the heartbeat's connection could not be ended"))
    return true
  }
}

/** One for each database, and for each use of it: a replica is read-only and well. */
const heartbeatOf = (connectionString: string, writable: boolean): Heartbeat => {
  const heartbeats = once("heartbeats", () => new Map<string, Heartbeat>())
  const key = `${writable ? "primary" : "replica"} ${connectionString}`
  const heartbeat = heartbeats.get(key) ?? new Heartbeat(connectionString, writable)
  heartbeats.set(key, heartbeat)
  return heartbeat
}

/** Sees to it that nobody waits for long on this pool for a database that has gone; the pools of one database share a heartbeat. */
export const watchOver = (pool: pg.Pool, connectionString: string, { writable }: { writable: boolean }): void =>
  heartbeatOf(connectionString, writable).watch(pool)

/** What the heartbeat of a database that should be written knows of it; it answers within a second. */
export const databaseState = (connectionString: string): Promise<DatabaseState> =>
  heartbeatOf(connectionString, true).state()
