import { dependenciesFresh } from "./dependencies.mjs"
import { printFailure, Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

/**
 * Runs an operator's command with the packages that are installed; the work may import what is written in TypeScript.
 * @param {(args: string[], from: string) => Promise<void>} work given the folder that the command was called in
 */
export async function runCommand(work) {
  try {
    const from = process.env.INIT_CWD ?? process.cwd()
    process.chdir(root)
    if (!dependenciesFresh()) throw new Refusal("the packages are not installed yet: run npm start or npm ci first")
    const { register } = await import("tsx/esm/api")
    register()
    await work(process.argv.slice(2), from)
  } catch (error) {
    printFailure(error)
    process.exit(1)
  }
}
