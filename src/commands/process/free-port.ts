import { randomInt } from "node:crypto"
import { createServer } from "node:net"

// Below those that systems give to outgoing connections: one of these could take a port between this look and its server's.
const [FIRST, BEYOND] = [20_000, 32_000]

/** A TCP port of 127.0.0.1 that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    )
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
