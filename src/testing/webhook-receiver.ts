import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  /** On the clock of performance.now(). */
  at: number
}

type Reply = (received: Received, response: ServerResponse) => void

const ok: Reply = (_received, response) => response.writeHead(200, { "content-type": "text/plain" }).end("thank you")

/** Somebody's server that webhooks are sent to. Paths have replies of their own; any other is answered by 200. */
export class WebhookReceiver {
  readonly received: Received[] = []
  private readonly replies = new Map<string, Reply>()

  private constructor(private readonly server: Server) {}

  static async open(port = 0): Promise<WebhookReceiver> {
    const server = createServer()
    const receiver = new WebhookReceiver(server)
    server.on("request", (message, response) => void receiver.answer(message, response))
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
    return receiver
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  reply(path: string, reply: Reply | number): void {
    this.replies.set(path, typeof reply === "number" ? (_received, response) => response.writeHead(reply).end() : reply)
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ""
    for await (const chunk of message.setEncoding("utf8")) body += String(chunk)
    const received = {
      path: message.url ?? "",
      headers: message.headers as Record<string, string>,
      body,
      at: performance.now(),
    }
    this.received.push(received)
    const reply = this.replies.get(received.path) ?? ok
    reply(received, response)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
