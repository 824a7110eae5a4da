import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.mjs"

/**
 * A hash over the names and contents of files.
 * @param paths files and folders, relative to the repository; a missing one counts as absent
 * @param skip whether to leave out a path (relative to the repository; called for folders too)
 */
export function fingerprint(paths: string[], skip: (path: string) => boolean = () => false): string {
  const hash = createHash("sha256")
  for (const path of paths.flatMap((start) => filesUnder(start, skip))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

function filesUnder(path: string, skip: (path: string) => boolean): string[] {
  if (skip(path) || !existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`, skip))
}
