import { isIP } from "node:net"
import { join, resolve } from "node:path"
import { defaultHost, isPubliclyReachable, missingMailServerReason } from "../domain/host-exposure.mjs"
import { CliError } from "./cli-error.mjs"
import { root } from "./root.mjs"

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string | null} host the address to listen on: "localhost" is both loopback addresses, null every interface
 * @property {string} appUrl the public origin and path, without a trailing slash
 * @property {string} dataDir absolute
 * @property {string | null} databaseUrl null: the embedded PostgreSQL
 * @property {string | null} databaseDirectUrl bypasses a pooler in front of databaseUrl, for migrations and the like
 * @property {string | null} databaseDataDir the folder of the database's files; null: on another machine, or unknown
 * @property {boolean} demo whether to fill an empty database with the demo marketplace
 * @property {boolean} mailbox whether emails stay on this machine
 * @property {string | null} mailRefusal why no server may run with these settings: its emails would be lost
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const port = parsePort(env.PORT)
  const databaseUrl = env.DATABASE_URL ? checkDatabaseUrl(env.DATABASE_URL) : null
  const appUrl = env.APP_URL ? parseAppUrl(env.APP_URL) : `http://localhost:${port}`
  const chosenHost = env.HOST ? parseHost(env.HOST) : null
  const localHost = chosenHost ?? defaultHost({ appUrl, demo: false })
  // The demo's passwords are public. By default it is created only where no other machine can reach it.
  const demo = env.DEMO ? env.DEMO === "1" : databaseUrl === null && !isPubliclyReachable({ appUrl, host: localHost })
  const host = chosenHost ?? defaultHost({ appUrl, demo })
  const dataDir = resolve(root, env.DATA_DIR || ".data")
  return {
    port,
    host,
    appUrl,
    dataDir,
    databaseUrl,
    databaseDirectUrl: databaseUrl && env.DATABASE_DIRECT_URL ? checkDatabaseUrl(env.DATABASE_DIRECT_URL) : null,
    databaseDataDir: databaseUrl ? env.DATABASE_DATA_DIR || null : join(dataDir, "postgres"),
    demo,
    mailbox: !env.SMTP_URL,
    mailRefusal: missingMailServerReason({ appUrl, host, demo, smtpUrl: env.SMTP_URL }),
  }
}

/** @param {string | undefined} text */
function parsePort(text) {
  if (!text) return 3000
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new CliError(`PORT is "${text}", which is not a port from 1 to 65535`)
  return port
}

/** @param {string} text */
function parseHost(text) {
  if (isIP(text) === 0 && text !== "localhost")
    throw new CliError(`HOST is "${text}", which is neither an IP address nor localhost`)
  return text
}

/** @param {string} text */
function parseAppUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new CliError(`APP_URL is "${text}", which is not an http or https URL`)
  }
  return text.replace(/\/+$/, "")
}

// The value is never shown, because it may contain a password.
/** @param {string} text */
function checkDatabaseUrl(text) {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new CliError("DATABASE_URL is not a URL of the form postgresql://user:password@host:port/database")
  }
  return text
}
