import type { Socket } from "node:net"
import pg from "pg"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"
import { processSingleton } from "@/platform/process-singleton"

const HEARTBEAT_INTERVAL_MS = 500
/**
 * Counts beats instead of time: a process that was suspended reads the responses that arrived meanwhile between two
 * beats.
 */
const SILENT_BEATS_MAX = 6
/** After this many beats the database is reported as down, though its connections are not closed yet. */
const SUSPECT_BEATS = 4
/** Time that the first response may take while a caller waits for the state. */
const FIRST_PROBE_TIMEOUT_MS = 800
/** How long the heartbeat continues for callers of state() if no pool has a connection. */
const IDLE_TIMEOUT_MS = 60_000
/** Time since the last write that failed because the disk was full. */
const DISK_FULL_MS = 10_000

const READ_ONLY_CODE = "25006"
const DISK_FULL_CODE = "53100"
const FAILED_TRANSACTION_CODE = "25P02"

/** What the database can do: read and write; read; nothing; read, and write only what needs no more space. */
type DatabaseState = "ok" | "read_only" | "down" | "disk_full"

/** Bytes received over a connection. */
interface SocketActivity {
  bytesRead: number
  /** Number of beats without new bytes. */
  silentBeats: number
}

function socketOf(client: pg.Client): Socket {
  return client.connection.stream as Socket
}
function silenceError(): Error {
  return Object.assign(new Error("the database has not answered for three seconds"), { code: "ETIMEDOUT" })
}
function readOnlyError(): Error {
  return Object.assign(new Error("the database is read-only"), { code: READ_ONLY_CODE })
}

const PROBE_SQL = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS read_only"

/**
 * Detects a silently dead database. A machine that dies sends nothing, and TCP waits a quarter of an hour. The
 * heartbeat queries the database twice a second over a connection of its own. After three seconds without a response it
 * closes that connection and every pool connection that has received nothing either, so that their callers get an
 * error. A slow statement is left alone, since the database still responds to the heartbeat. If the database is
 * read-only, as a former primary is after a failover, all connections are closed, so that new ones reach the new
 * primary.
 */
class Heartbeat {
  private readonly activity = new Map<pg.Client, SocketActivity>()
  private timer: NodeJS.Timeout | undefined
  private probeClient: pg.Client | null = null
  private probing = false
  private missedBeats = 0
  /** The state of the last response; null before the first. */
  private lastState: "ok" | "read_only" | "down" | null = null
  /** Whether it has reconnected since the last response. */
  private retried = false
  private readonly firstProbeWaiters = new Set<() => void>()
  private lastReadAt = -Infinity
  private diskFullAt = -Infinity

  constructor(
    private readonly connectionString: string,
    private readonly writable: boolean,
  ) {}

  watch(pool: pg.Pool): void {
    pool.on("connect", (client) => {
      this.activity.set(client, { bytesRead: socketOf(client).bytesRead, silentBeats: 0 })
      this.listenForErrors(client)
      if (!this.timer) this.start()
    })
    pool.on("remove", (client) => {
      this.activity.delete(client)
      this.stopIfIdle()
    })
  }

  /** Returns the state, at most a few seconds old. Only the first call waits for the database. */
  async state(): Promise<DatabaseState> {
    this.lastReadAt = performance.now()
    if (!this.timer) this.start()
    if (this.lastState === null) await this.waitForFirstProbe()
    if (this.lastState === null || (this.probing && this.missedBeats >= SUSPECT_BEATS)) return "down"
    if (this.lastState === "ok" && performance.now() - this.diskFullAt < DISK_FULL_MS) return "disk_full"
    return this.lastState
  }

  private async waitForFirstProbe(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FIRST_PROBE_TIMEOUT_MS).unref()
      const finish = (): void => {
        clearTimeout(timer)
        this.firstProbeWaiters.delete(finish)
        resolve()
      }
      this.firstProbeWaiters.add(finish)
    })
  }

  private setState(state: "ok" | "read_only" | "down"): void {
    this.lastState = state
    this.retried = false
    for (const done of this.firstProbeWaiters) done()
  }

  private listenForErrors(client: pg.Client): void {
    let failure: Error | undefined
    // Runs before the client's own listener, which passes the message to its query.
    client.connection.prependListener("errorMessage", (message: pg.DatabaseError) => {
      // "The transaction has failed" does not say why; the cause is the earlier error.
      if (message.code === FAILED_TRANSACTION_CODE) message.cause ??= failure
      else failure = message
      if (message.code === DISK_FULL_CODE) this.diskFullAt = performance.now()
      if (message.code === READ_ONLY_CODE && this.writable) socketOf(client).destroy(readOnlyError())
    })
  }

  // Starts immediately: its evidence is valid only for connections younger than its own.
  private start(): void {
    this.timer = setInterval(() => this.beat(), HEARTBEAT_INTERVAL_MS).unref()
    this.probe()
  }

  private beat(): void {
    for (const [client, activity] of this.activity) {
      const bytes = socketOf(client).bytesRead
      activity.silentBeats = bytes === activity.bytesRead ? activity.silentBeats + 1 : 0
      activity.bytesRead = bytes
    }
    if (this.stopIfIdle()) return
    if (!this.probing) this.probe()
    else if (++this.missedBeats === SILENT_BEATS_MAX) this.dropSilentConnections()
  }

  private probe(): void {
    const client = (this.probeClient ??= this.connectProbe())
    this.probing = true
    this.missedBeats = 0
    client.query<{ read_only: boolean }>(PROBE_SQL).then(
      ({ rows: [row] }) => {
        if (client !== this.probeClient) return
        this.probing = false
        if (!this.writable || row?.read_only === false) this.setState("ok")
        else this.dropReadOnlyConnections(client)
      },
      (err: unknown) => this.onProbeFailed(client, err),
    )
  }

  private connectProbe(): pg.Client {
    const client = new pg.Client({ connectionString: this.connectionString, application_name: "haat" })
    client.on("error", (err) => this.onProbeFailed(client, err))
    client.connect().catch((err: unknown) => this.onProbeFailed(client, err))
    socketOf(client).unref()
    return client
  }

  private dropSilentConnections(): void {
    logThrottled("database silent", OUTAGE_LOG_SECONDS, {}, "the database is not responding: closing its connections")
    for (const [client, { silentBeats: silent }] of this.activity)
      if (silent >= SILENT_BEATS_MAX) socketOf(client).destroy(silenceError())
    this.setState("down")
    if (this.probeClient) this.closeProbe(this.probeClient)
  }

  private dropReadOnlyConnections(client: pg.Client): void {
    logThrottled("database read-only", OUTAGE_LOG_SECONDS, {}, "the database is read-only: closing its connections")
    for (const client of this.activity.keys()) socketOf(client).destroy(readOnlyError())
    this.setState("read_only")
    this.closeProbe(client)
  }

  /**
   * Reconnects immediately if the connection breaks while the database is well: only a second failure means that it is
   * down.
   */
  private onProbeFailed(client: pg.Client, err: unknown): void {
    if (client !== this.probeClient) return
    log.debug({ err }, "the heartbeat query failed")
    this.closeProbe(client)
    if (this.lastState === "ok" && !this.retried) {
      this.retried = true
      this.probe()
    } else this.setState("down")
  }

  /** The next beat uses a new connection. */
  private closeProbe(client: pg.Client): void {
    this.probeClient = null
    this.probing = false
    socketOf(client).destroy()
  }

  /** @returns whether it has stopped */
  private stopIfIdle(): boolean {
    if (this.activity.size > 0 || performance.now() - this.lastReadAt < IDLE_TIMEOUT_MS) return false
    clearInterval(this.timer)
    this.timer = undefined
    const { probeClient: own } = this
    this.probeClient = null
    this.probing = false
    this.lastState = null
    void own?.end().catch((err: unknown) => log.debug({ err }, "the heartbeat's connection could not be ended"))
    return true
  }
}

/** Returns the heartbeat of a database and its use: a replica is read-only and healthy. */
function heartbeatOf(connectionString: string, writable: boolean): Heartbeat {
  const heartbeats = processSingleton("heartbeats", () => new Map<string, Heartbeat>())
  const key = `${writable ? "primary" : "replica"} ${connectionString}`
  const heartbeat = heartbeats.get(key) ?? new Heartbeat(connectionString, writable)
  heartbeats.set(key, heartbeat)
  return heartbeat
}

/** Watches a pool, so that its queries do not wait for a dead database; the pools of one database share a heartbeat. */
export function monitorPool(pool: pg.Pool, connectionString: string, { writable }: { writable: boolean }): void {
  heartbeatOf(connectionString, writable).watch(pool)
}

/** Returns the state of a writable database, within a second. */
export function databaseState(connectionString: string): Promise<DatabaseState> {
  return heartbeatOf(connectionString, true).state()
}
