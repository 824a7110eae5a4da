import { createSocket, type Socket } from "node:dgram"
import ipaddr from "ipaddr.js"

const A = 1
const AAAA = 28

/** Addresses of a name, or null to keep silent. */
type Answers = (name: string) => readonly string[] | null

/** A name server of a test's own on the loopback (RFC 1035, section 4), which may answer differently each time. */
export class DnsServer {
  /** Names that were asked for, in order. */
  readonly asked: string[] = []

  private constructor(private readonly socket: Socket) {}

  static async open(answers: Answers): Promise<DnsServer> {
    const socket = createSocket("udp4")
    const server = new DnsServer(socket)
    socket.on("message", (query, { port, address }) => {
      const { name, type, end } = questionOf(query)
      server.asked.push(name)
      const addresses = answers(name)
      if (!addresses) return
      const records = addresses
        .map((text) => ipaddr.parse(text))
        .filter((parsed) => type === (parsed.kind() === "ipv4" ? A : AAAA))
      const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
      socket.send(
        Buffer.concat([
          header,
          query.subarray(12, end),
          ...records.map((record) => recordOf(type, record.toByteArray())),
        ]),
        port,
        address,
      )
    })
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
    return server
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`
  }

  close(): void {
    this.socket.close()
  }
}

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** For the name of the question, not to be kept. */
const recordOf = (type: number, address: number[]): Buffer =>
  Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address])
