import { chmodSync, existsSync, mkdirSync } from "node:fs"

/**
 * Creates DATA_DIR, which holds secrets in files that only their owner may read. Root's must let PostgreSQL's account
 * pass through.
 * @param {string} dataDir
 */
export function createDataDir(dataDir) {
  if (existsSync(dataDir)) return
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
