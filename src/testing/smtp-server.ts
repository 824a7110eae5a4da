import { createServer, type AddressInfo, type Server, type Socket } from "node:net"

/** How far a server goes before it keeps silent: not even to its greeting, to that alone, or to the end of a mail. */
type Until = "connection" | "greeting" | "mail"

/** An SMTP server that takes mail, or keeps its clients waiting. */
export class SmtpServer {
  /** What has been sent: each mail with its headers. */
  readonly mails: string[] = []
  connections = 0
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    public until: Until,
  ) {}

  static async open(until: Until): Promise<SmtpServer> {
    const server = createServer()
    const smtp = new SmtpServer(server, until)
    server.on("connection", (socket) => smtp.serve(socket))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return smtp
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  private serve(socket: Socket): void {
    this.connections++
    this.sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => this.sockets.delete(socket))
    if (this.until === "connection") return
    socket.write("220 mail.example\r\n")
    if (this.until === "greeting") return
    let mail: string | null = null
    let rest = ""
    socket.setEncoding("utf8").on("data", (data: string) => {
      const lines = (rest + data).split("\r\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        if (mail === null) {
          socket.write(line === "DATA" ? "354 go on\r\n" : "250 well\r\n")
          if (line === "DATA") mail = ""
        } else if (line === ".") {
          this.mails.push(mail)
          mail = null
          socket.write("250 taken\r\n")
        } else mail += `${line}\n`
      }
    })
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
