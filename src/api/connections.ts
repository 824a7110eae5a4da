import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { malformedRequest } from "@/api/malformed-request"
import { admission } from "@/platform/concurrency/admission"
import { floodWarning } from "@/platform/log/flood-log"

/** Requests that may wait for earlier ones of their connections, over all of them; each is some KB. */
const MAX_PIPELINED = 20_000

type Serve = (message: IncomingMessage, response: ServerResponse) => void

interface Connection {
  /** The response to the newest request; null before the first. */
  latest: ServerResponse | null
  /** Requests that wait until those before them are answered. While there are any, nothing is read. */
  pipelined: number
  /** Whether its end waits until the requests before it are answered. */
  ending: boolean
}

/**
 * The connections of a server: bounded in number, and served one request at a time. Node itself begins every pipelined request as soon as it is read,
 * so that one connection could take all of the process's time and memory.
 */
export class Connections {
  /** Idle for longest first. */
  private readonly open = new Map<Socket, Connection>()
  private pipelined = 0
  private readonly warnOfTooMany = floodWarning("more connections than the process may hold: idle ones were closed")
  private readonly warnOfPipelining = floodWarning("too many pipelined requests: connections were closed")

  /**
   * @param max connections at a time
   * @param serve serves a request whose turn it is
   */
  constructor(
    private readonly max: number,
    private readonly serve: Serve,
  ) {}

  /** For the server's "connection" event. */
  accept(socket: Socket): void {
    admission().connectionAccepted()
    const connection: Connection = { latest: null, pipelined: 0, ending: false }
    this.open.set(socket, connection)
    socket.once("close", () => this.forget(socket, connection))
    // Node resumes a socket whenever it has read a message's end.
    socket.on("resume", () => {
      if (connection.pipelined > 0 || connection.ending) socket.pause()
    })
    if (this.open.size > this.max) this.makeRoom(socket)
  }

  /** For the server's "request" event. */
  handle(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message
    const connection = this.open.get(socket)
    if (!connection) return void socket.destroy()
    const before = connection.latest
    connection.latest = response
    // From now on it is idle, and goes behind all that have been so for longer.
    response.once("close", () => {
      if (this.open.delete(socket)) this.open.set(socket, connection)
    })
    if (!before || before.closed) return this.serve(message, response)
    connection.pipelined++
    this.pipelined++
    if (this.pipelined > MAX_PIPELINED) this.closeGreediest()
    if (socket.destroyed) return
    socket.pause()
    // In a turn of the event loop of its own, or responses that are ready at once would keep everybody else waiting.
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

  /** For the server's "clientError" event: the refusal comes after the responses to the requests before it. */
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
    // Its own turn has not come, and the rest of it never will.
    else socket.destroy()
  }

  /** Destroys those that have never sent anything. */
  closeSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Closes the connection of which the most requests wait, so that nobody can use up what is there for all. */
  private closeGreediest(): void {
    this.warnOfPipelining()
    let greediest: [Socket, Connection] | null = null
    for (const one of this.open) if (one[1].pipelined > (greediest?.[1].pipelined ?? 0)) greediest = one
    if (!greediest) return
    // Its end is told later, and what it frees is needed now.
    this.forget(...greediest)
    greediest[0].destroy()
  }

  private forget(socket: Socket, connection: Connection): void {
    this.open.delete(socket)
    this.pipelined -= connection.pipelined
    connection.pipelined = 0
  }

  /** Closes the connection that has been idle for longest, or else the new one. */
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
