import { resolve } from "node:path"
import { Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} appUrl the origin and path that the outside uses, without a trailing slash
 * @property {string} dataDir absolute
 * @property {string | null} databaseUrl null: the embedded PostgreSQL
 * @property {string | null} databaseDirectUrl past a pooler in front of databaseUrl, for migrations and the like
 * @property {boolean} demo fill an empty database with the demo marketplace
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const port = parsePort(env.PORT)
  const databaseUrl = env.DATABASE_URL ? checkDatabaseUrl(env.DATABASE_URL) : null
  return {
    port,
    appUrl: env.APP_URL ? parseAppUrl(env.APP_URL) : `http://localhost:${port}`,
    dataDir: resolve(root, env.DATA_DIR || ".data"),
    databaseUrl,
    databaseDirectUrl: databaseUrl && env.DATABASE_DIRECT_URL ? checkDatabaseUrl(env.DATABASE_DIRECT_URL) : null,
    demo: databaseUrl === null || env.DEMO === "1",
  }
}

/** @param {string | undefined} text */
function parsePort(text) {
  if (!text) return 3000
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Refusal(`PORT is "${text}", which is not a port from 1 to 65535`)
  return port
}

/** @param {string} text */
function parseAppUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Refusal(`APP_URL is "${text}", which is not an http or https address`)
  }
  return text.replace(/\/+$/, "")
}

// The text is never shown: it may hold a password.
/** @param {string} text */
function checkDatabaseUrl(text) {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new Refusal("DATABASE_URL is not an address of the form postgresql://user:password@host:port/database")
  }
  return text
}
