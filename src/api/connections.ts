import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { malformedRequest } from "@/api/malformed-request"
import { admission } from "@/platform/concurrency/admission"
import { createFloodWarning } from "@/platform/log/flood-warning"

/** Limit of pipelined requests that may wait, over all connections; each takes a few KB. */
const MAX_PIPELINED = 20_000

type Serve = (message: IncomingMessage, response: ServerResponse) => void

interface Connection {
  /** The response to the newest request; null before the first. */
  latest: ServerResponse | null
  /** Requests waiting for the responses before them. While there are any, the socket is paused. */
  pipelined: number
  /** Whether the connection closes once the pending requests have their responses. */
  ending: boolean
}

/**
 * Limits the number of connections and serves each connection one request at a time. Node starts every pipelined
 * request as soon as it is read, so one connection could otherwise take all of the process's time and memory.
 */
export class Connections {
  /** Ordered by idle time, the longest idle first. */
  private readonly open = new Map<Socket, Connection>()
  private pipelined = 0
  private readonly warnOfTooMany = createFloodWarning(
    "more connections than the process may hold: idle ones were closed",
  )
  private readonly warnOfPipelining = createFloodWarning("too many pipelined requests: connections were closed")

  /**
   * @param max maximum number of open connections
   * @param serve handles the next request of a connection
   */
  constructor(
    private readonly max: number,
    private readonly serve: Serve,
  ) {}

  /** Handles the server's "connection" event. */
  accept(socket: Socket): void {
    admission().connectionAccepted()
    const connection: Connection = { latest: null, pipelined: 0, ending: false }
    this.open.set(socket, connection)
    socket.once("close", () => this.forget(socket, connection))
    // Node resumes a socket after it has read a message to its end.
    socket.on("resume", () => {
      if (connection.pipelined > 0 || connection.ending) socket.pause()
    })
    if (this.open.size > this.max) this.makeRoom(socket)
  }

  /** Handles the server's "request" event. */
  handle(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message
    const connection = this.open.get(socket)
    if (!connection) return void socket.destroy()
    const before = connection.latest
    connection.latest = response
    // Moves the connection to the end of the map, behind those that have been idle for longer.
    response.once("close", () => {
      if (this.open.delete(socket)) this.open.set(socket, connection)
    })
    if (!before || before.closed) return this.serve(message, response)
    connection.pipelined++
    this.pipelined++
    if (this.pipelined > MAX_PIPELINED) this.closeGreediest()
    if (socket.destroyed) return
    socket.pause()
    // Each response gets its own turn of the event loop; a run of ready responses would otherwise block other
    // connections.
    before.once("close", () => setImmediate(() => this.next(message, response, connection)))
  }

  private next(message: IncomingMessage, response: ServerResponse, connection: Connection): void {
    const { socket } = message
    if (socket.destroyed) return
    connection.pipelined--
    this.pipelined--
    if (connection.pipelined === 0) socket.resume()
    this.serve(message, response)
  }

  /** Handles the server's "clientError" event. The error response follows the responses to earlier requests. */
  refuse(error: Error & { code?: string }, socket: Socket): void {
    const connection = this.open.get(socket)
    if (connection?.ending) return
    const { latest } = connection ?? {}
    if (!connection || !latest || latest.closed) return malformedRequest(error, socket)
    if (latest.req.complete) {
      connection.ending = true
      socket.pause()
      latest.once("close", () => malformedRequest(error, socket))
    } else if (connection.pipelined === 0) malformedRequest(error, socket)
    // An earlier request is still pending, and the rest of this one will never arrive.
    else socket.destroy()
  }

  /** Destroys connections that have never sent a byte. */
  closeSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Closes the connection with the most pipelined requests, so that one client cannot exhaust the shared limit. */
  private closeGreediest(): void {
    this.warnOfPipelining()
    let greediest: [Socket, Connection] | null = null
    for (const one of this.open) if (one[1].pipelined > (greediest?.[1].pipelined ?? 0)) greediest = one
    if (!greediest) return
    // The "close" event comes later, but the freed capacity is needed now.
    this.forget(...greediest)
    greediest[0].destroy()
  }

  private forget(socket: Socket, connection: Connection): void {
    this.open.delete(socket)
    this.pipelined -= connection.pipelined
    connection.pipelined = 0
  }

  /** Closes the longest-idle connection, or the new one if none is idle. */
  private makeRoom(newest: Socket): void {
    this.warnOfTooMany()
    for (const [socket, { latest }] of this.open) {
      if (latest && !latest.closed) continue
      this.open.delete(socket)
      socket.destroy()
      return
    }
    newest.destroy()
  }
}
