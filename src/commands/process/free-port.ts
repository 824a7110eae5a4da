import { randomInt } from "node:crypto"
import { createServer, type Server } from "node:net"

// Below the ephemeral ports of the systems: an outgoing connection could take such a port before the server listens on
// it.
const [FIRST, BEYOND] = [20_000, 32_000]
const BLOCK_SIZE = 100

/** The ports of this process's block that have not been returned. */
const reserved: number[] = []

/**
 * A TCP port of 127.0.0.1 on which nothing listens at the moment, another one at each call of this process and of any
 * other that runs: the server of a port may not listen yet.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = reserved.pop()
    if (port === undefined) reserved.push(...(await reserveBlock()))
    else if (await isFree(port)) return port
  }
}

/** Reserves a block of ports until this process ends, which listens on the first of them. */
async function reserveBlock(): Promise<number[]> {
  for (;;) {
    const first = FIRST + BLOCK_SIZE * randomInt((BEYOND - FIRST) / BLOCK_SIZE)
    const guard = await listen(first)
    if (!guard) continue
    guard.unref()
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, index) => first + 1 + index)
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listen(port)
  if (!probe) return false
  await new Promise<unknown>((resolve) => probe.close(resolve))
  return true
}

/** Returns null if another server listens on the port. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    )
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}
