import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "@/commands/root.mjs"

/** The releases that tests of the start run on, beside the Node.js that runs the tests. */
export const NODE_RELEASES = ["22.23.3", "24.21.0"] as const

/**
 * Installs a release of Node.js from the npm registry into `.cache`, unless it is there.
 * @returns the path of its executable
 * @throws if npm cannot install it
 */
export function ensureNodeRelease(version: (typeof NODE_RELEASES)[number]): string {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, ".cache", `node-${version}`)
  const executable = join(folder, "node_modules", name, "bin", "node")
  if (!existsSync(executable))
    execFileSync(
      "npm",
      ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", folder, `${name}@${version}`],
      { cwd: root, stdio: "pipe" },
    )
  return executable
}
