import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { respondToMalformedRequest } from "@/api/malformed-request"
import { admission } from "@/platform/concurrency/admission"
import { createFloodWarning } from "@/platform/log/flood-warning"

/** Limit of pipelined requests that may wait, over all connections; each takes a few KB. */
const MAX_PIPELINED = 20_000

type RequestHandler = (message: IncomingMessage, response: ServerResponse) => void

interface Connection {
  /** The response to the newest request; null before the first. */
  latestResponse: ServerResponse | null
  /** Requests waiting for the responses before them. While there are any, the socket is paused. */
  pipelined: number
  /** Whether the connection closes once the pending requests have their responses. */
  closing: boolean
}

/**
 * Limits the number of connections and serves each connection one request at a time. Node starts every pipelined
 * request as soon as it is read, so one connection could otherwise take all of the process's time and memory.
 */
export class Connections {
  /** Ordered by idle time, the longest idle first. */
  private readonly connections = new Map<Socket, Connection>()
  private pipelined = 0
  private readonly warnTooManyConnections = createFloodWarning(
    "more connections than the process may hold: idle ones were closed",
  )
  private readonly warnPipelining = createFloodWarning("too many pipelined requests: connections were closed")

  /**
   * @param max maximum number of open connections
   * @param serve handles the next request of a connection
   */
  constructor(
    private readonly max: number,
    private readonly serve: RequestHandler,
  ) {}

  /** Handles the server's "connection" event. */
  accept(socket: Socket): void {
    admission().connectionAccepted()
    const connection: Connection = { latestResponse: null, pipelined: 0, closing: false }
    this.connections.set(socket, connection)
    socket.once("close", () => this.remove(socket, connection))
    // Node resumes a socket after it has read a message to its end.
    socket.on("resume", () => {
      if (connection.pipelined > 0 || connection.closing) socket.pause()
    })
    if (this.connections.size > this.max) this.evictIdle(socket)
  }

  /** Handles the server's "request" event. */
  handle(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message
    const connection = this.connections.get(socket)
    if (!connection) return void socket.destroy()
    const previousResponse = connection.latestResponse
    connection.latestResponse = response
    // Moves the connection to the end of the map, behind those that have been idle for longer.
    response.once("close", () => {
      if (this.connections.delete(socket)) this.connections.set(socket, connection)
    })
    if (!previousResponse || previousResponse.closed) return this.serve(message, response)
    connection.pipelined++
    this.pipelined++
    if (this.pipelined > MAX_PIPELINED) this.closeMostPipelined()
    if (socket.destroyed) return
    socket.pause()
    // Each response gets its own turn of the event loop; a run of ready responses would otherwise block other
    // connections.
    previousResponse.once("close", () => setImmediate(() => this.handleNext(message, response, connection)))
  }

  private handleNext(message: IncomingMessage, response: ServerResponse, connection: Connection): void {
    const { socket } = message
    if (socket.destroyed) return
    connection.pipelined--
    this.pipelined--
    if (connection.pipelined === 0) socket.resume()
    this.serve(message, response)
  }

  /** Handles the server's "clientError" event. The error response follows the responses to earlier requests. */
  rejectMalformed(error: Error & { code?: string }, socket: Socket): void {
    const connection = this.connections.get(socket)
    if (connection?.closing) return
    const { latestResponse } = connection ?? {}
    if (!connection || !latestResponse || latestResponse.closed) return respondToMalformedRequest(error, socket)
    if (latestResponse.req.complete) {
      connection.closing = true
      socket.pause()
      latestResponse.once("close", () => respondToMalformedRequest(error, socket))
    } else if (connection.pipelined === 0) respondToMalformedRequest(error, socket)
    // An earlier request is still pending, and the rest of this one will never arrive.
    else socket.destroy()
  }

  /** Destroys connections that have never sent a byte. */
  closeUnused(): void {
    for (const socket of this.connections.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Closes the connection with the most pipelined requests, so that one client cannot exhaust the shared limit. */
  private closeMostPipelined(): void {
    this.warnPipelining()
    let mostPipelined: [Socket, Connection] | null = null
    for (const entry of this.connections)
      if (entry[1].pipelined > (mostPipelined?.[1].pipelined ?? 0)) mostPipelined = entry
    if (!mostPipelined) return
    // The "close" event comes later, but the freed capacity is needed now.
    this.remove(...mostPipelined)
    mostPipelined[0].destroy()
  }

  private remove(socket: Socket, connection: Connection): void {
    this.connections.delete(socket)
    this.pipelined -= connection.pipelined
    connection.pipelined = 0
  }

  /** Closes the longest-idle connection, or the new one if none is idle. */
  private evictIdle(newest: Socket): void {
    this.warnTooManyConnections()
    for (const [socket, { latestResponse }] of this.connections) {
      if (latestResponse && !latestResponse.closed) continue
      this.connections.delete(socket)
      socket.destroy()
      return
    }
    newest.destroy()
  }
}
