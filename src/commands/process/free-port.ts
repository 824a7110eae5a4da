import { randomInt } from "node:crypto"
import { createServer } from "node:net"

// Below the ephemeral ports of the systems: an outgoing connection could take such a port before the server listens on
// it.
const [FIRST, BEYOND] = [20_000, 32_000]

/** What has been returned: the server of such a port may not listen yet. */
const returned = new Set<number>()

/** A TCP port of 127.0.0.1 on which nothing listens at the moment, another one at each call of this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (returned.has(port)) continue
    returned.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    )
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}
