import type { Socket } from "node:net"
import pg from "pg"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { once } from "@/platform/once"

const BEAT_MS = 500
/**
 * Counts beats instead of time: a process that was suspended reads the responses that arrived meanwhile between two
 * beats.
 */
const SILENT_BEATS = 6
/** After this many beats the database is reported as down, though its connections are not closed yet. */
const DOUBTED_BEATS = 4
/** Time that the first response may take while a caller waits for the state. */
const FIRST_ANSWER_MS = 800
/** How long the heartbeat continues for callers of state() if no pool has a connection. */
const WANTED_MS = 60_000
/** Time since the last write that failed because the disk was full. */
const DISK_FULL_MS = 10_000

const READ_ONLY_CODE = "25006"
const DISK_FULL_CODE = "53100"
const FAILED_TRANSACTION_CODE = "25P02"

/** What the database can do: read and write; read; nothing; read, and write only what needs no more space. */
export type DatabaseState = "ok" | "read_only" | "down" | "disk_full"

/** Bytes received over a connection. */
interface Heard {
  bytes: number
  /** Number of beats without new bytes. */
  silent: number
}

const socketOf = (client: pg.Client): Socket => client.connection.stream as Socket
const silence = (): Error =>
  Object.assign(new Error("the database has not answered for three seconds"), { code: "ETIMEDOUT" })
const readOnly = (): Error => Object.assign(new Error("the database is read-only"), { code: READ_ONLY_CODE })

const ASK = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS read_only"

/**
 * Detects a silently dead database. A machine that dies sends nothing, and TCP waits a quarter of an hour. The
 * heartbeat queries the database twice a second over a connection of its own. After three seconds without a response it
 * closes that connection and every pool connection that has received nothing either, so that their callers get an
 * error. A slow statement is left alone, since the database still responds to the heartbeat. If the database is
 * read-only, as a former primary is after a failover, all connections are closed, so that new ones reach the new
 * primary.
 */
class Heartbeat {
  private readonly heard = new Map<pg.Client, Heard>()
  private timer: NodeJS.Timeout | undefined
  private own: pg.Client | null = null
  private asking = false
  private unanswered = 0
  /** The state of the last response; null before the first. */
  private answered: "ok" | "read_only" | "down" | null = null
  /** Whether it has reconnected since the last response. */
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

  /** Returns the state, at most a few seconds old. Only the first call waits for the database. */
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
    // Runs before the client's own listener, which passes the message to its query.
    client.connection.prependListener("errorMessage", (message: pg.DatabaseError) => {
      // "The transaction has failed" does not say why; the cause is the earlier error.
      if (message.code === FAILED_TRANSACTION_CODE) message.cause ??= failure
      else failure = message
      if (message.code === DISK_FULL_CODE) this.diskFullAt = performance.now()
      if (message.code === READ_ONLY_CODE && this.writable) socketOf(client).destroy(readOnly())
    })
  }

  // Starts immediately: its evidence is valid only for connections younger than its own.
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

  /**
   * Reconnects immediately if the connection breaks while the database is well: only a second failure means that it is
   * down.
   */
  private lose(own: pg.Client, err: unknown): void {
    if (own !== this.own) return
    log.debug({ err }, "the database could not be asked whether it is there")
    this.drop(own)
    if (this.answered === "ok" && !this.again) {
      this.again = true
      this.ask()
    } else this.answer("down")
  }

  /** The next beat uses a new connection. */
  private drop(own: pg.Client): void {
    this.own = null
    this.asking = false
    socketOf(own).destroy()
  }

  /** @returns whether it has stopped */
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

/** Returns the heartbeat of a database and its use: a replica is read-only and healthy. */
const heartbeatOf = (connectionString: string, writable: boolean): Heartbeat => {
  const heartbeats = once("heartbeats", () => new Map<string, Heartbeat>())
  const key = `${writable ? "primary" : "replica"} ${connectionString}`
  const heartbeat = heartbeats.get(key) ?? new Heartbeat(connectionString, writable)
  heartbeats.set(key, heartbeat)
  return heartbeat
}

/** Watches a pool, so that its queries do not wait for a dead database; the pools of one database share a heartbeat. */
export const watchOver = (pool: pg.Pool, connectionString: string, { writable }: { writable: boolean }): void =>
  heartbeatOf(connectionString, writable).watch(pool)

/** Returns the state of a writable database, within a second. */
export const databaseState = (connectionString: string): Promise<DatabaseState> =>
  heartbeatOf(connectionString, true).state()
