import { connect, createServer, type Server, type Socket } from "node:net"

/** A way to PostgreSQL that a test can cut and mend, as a failing network would. */
export class SeverableDatabase {
  private readonly sockets = new Set<Socket>()
  private server: Server | null = null
  private port = 0

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
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on("error", () => socket.destroy()).on("close", () => this.sockets.delete(socket))
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve))
    const address = server.address()
    if (address && typeof address === "object") this.port = address.port
    this.server = server
  }

  async cut(): Promise<void> {
    const { server } = this
    this.server = null
    for (const socket of this.sockets) socket.destroy()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
