import { connect, createServer, type Server, type Socket } from "node:net"

/** A way to PostgreSQL that a test can cut and mend, as a failing network would. */
export class SeverableDatabase {
  private readonly sockets = new Set<Socket>()
  private server: Server | null = null
  private port = 0
  private held = false
  private lost: string | null = null

  constructor(private databaseUrl: string) {}

  get url(): string {
    const url = new URL(this.databaseUrl)
    url.hostname = "127.0.0.1"
    url.port = String(this.port)
    return url.href
  }

  /** To be called while it is cut: PostgreSQL has come back somewhere else. */
  moveTo(databaseUrl: string): void {
    this.databaseUrl = databaseUrl
  }

  async mend(): Promise<void> {
    const target = new URL(this.databaseUrl)
    this.held = false
    const server = createServer((near) => {
      this.keep(near)
      if (this.held) return near.resume()
      const far = this.keep(connect(Number(target.port), target.hostname))
      far.on("data", (answer: Buffer) => {
        if (this.lost === null || !answer.includes(this.lost)) return
        this.lost = null
        near.destroy()
      })
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve))
    const address = server.address()
    if (address && typeof address === "object") this.port = address.port
    this.server = server
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket)
    return socket.on("error", () => socket.destroy()).on("close", () => this.sockets.delete(socket))
  }

  /** The other end has died without a word: what is sent is swallowed, and nothing is closed. */
  hold(): void {
    this.held = true
    for (const socket of this.sockets) socket.unpipe().resume()
  }

  /** Cuts the connection that is answered so next, without the answer. */
  loseNext(answer: string): void {
    this.lost = answer
  }

  /** Whoever connects now gets through; what was held never does. */
  admit(): void {
    this.held = false
  }

  async cut(): Promise<void> {
    const { server } = this
    this.server = null
    for (const socket of this.sockets) socket.destroy()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
