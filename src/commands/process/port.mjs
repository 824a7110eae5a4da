import { createServer } from "node:net"
import { CliError } from "../cli-error.mjs"
import { waitForOrphanedServer } from "./server-record.mjs"

/**
 * Makes sure that the port is free; waits for one of our servers whose parent died.
 * @param {import("../settings.mjs").Settings} settings
 */
export async function ensurePortFree(settings) {
  await waitForOrphanedServer(settings)
  // A program that listens on one loopback address would still receive the requests to "localhost".
  const loopback = ["127.0.0.1", "::1"]
  const hosts =
    settings.host === "localhost" ? loopback : settings.host === null ? [undefined, ...loopback] : [settings.host]
  for (const host of hosts) {
    const code = await tryListen(settings.port, host)
    if (code === "EADDRINUSE")
      throw new CliError(`port ${settings.port} is taken by another program: stop it, or set PORT to another one`)
    if (code === "EADDRNOTAVAIL" && host === settings.host)
      throw new CliError(`HOST is "${host}", which is no address of this machine`)
    if (code === "EACCES")
      throw new CliError(`port ${settings.port} may not be used by this account: set PORT to 1024 or above`)
  }
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<string | null>} the error's code
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? null))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}
