import { chmodSync, existsSync, mkdirSync } from "node:fs"

/**
 * DATA_DIR holds secrets, each in a file that only its owner may read; root's must let PostgreSQL's account pass through.
 * @param {string} dataDir
 */
export function makeDataDir(dataDir) {
  if (existsSync(dataDir)) return
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
