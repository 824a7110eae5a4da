import { dependenciesFresh, installDependencies } from "./build/dependencies.mjs"
import { prepare } from "./build/prepare.mjs"
import { printFailure, CliError } from "./cli-error.mjs"
import { root } from "./root.mjs"
import { readSettings } from "./settings.mjs"
import { step } from "./step.mjs"

// Runs one command: node src/commands/haat.mjs <command> [arguments].

const startedAt = performance.now()
const [command = "", ...args] = process.argv.slice(2)
const from = process.env.INIT_CWD ?? process.cwd()

/** @type {Record<string, () => Promise<void>>} */
const COMMANDS = {
  async start() {
    const prepared = await prepare()
    const { start } = await import("./start.ts")
    await start({ ...prepared, startedAt })
  },
  async dev() {
    const prepared = await prepare()
    const { startDevelopment } = await import("./dev.ts")
    await startDevelopment({ ...prepared, startedAt })
  },
  async worker() {
    const settings = readSettings(process.env)
    if (settings.mailRefusal) throw new CliError(settings.mailRefusal)
    await installAndRegister()
    const { runWorker } = await import("./worker.ts")
    await runWorker(settings)
  },
  async test() {
    try {
      await installAndRegister()
      const { runTests } = await import("../testing/setup/run-tests.ts")
      await runTests()
    } catch (error) {
      printFailure(error)
      process.stdout.write("0 passed, 1 failed\n")
      process.exit(1)
    }
  },
  async import() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { importCatalogue } = await import("./import.ts")
    process.exitCode = (await importCatalogue(settings, args, from)) ? 0 : 1
  },
  async export() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { exportTo } = await import("./export.ts")
    await exportTo(settings, args, from)
  },
  async "db:reset"() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { resetDatabase } = await import("./db-reset.ts")
    process.stdout.write(await resetDatabase(settings, args))
  },
  async "oauth:register"() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { registerClient } = await import("./oauth-register.ts")
    process.stdout.write(await registerClient(settings, args))
  },
  async "operator-key"() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { manageOperatorKeys } = await import("./operator-key.ts")
    process.stdout.write(await manageOperatorKeys(settings, args))
  },
  async "oauth:roll-keys"() {
    const settings = readSettings(process.env)
    await registerInstalled()
    const { rollKeys } = await import("./oauth-roll-keys.ts")
    process.stdout.write(await rollKeys(settings))
  },
  async sdk() {
    await registerInstalled()
    const { writeSdk } = await import("./sdk.ts")
    process.stdout.write(await writeSdk())
  },
  async pictures() {
    await registerInstalled()
    const { takeScreenshots } = await import("../testing/setup/take-screenshots.ts")
    await takeScreenshots()
    process.exit(0)
  },
}

try {
  process.chdir(root)
  const run = COMMANDS[command]
  if (!run) throw new CliError(`the command is one of ${Object.keys(COMMANDS).join(", ")}, not "${command}"`)
  await run()
} catch (error) {
  printFailure(error)
  process.exit(1)
}

async function installAndRegister() {
  await step("dependencies", installDependencies)
  const { register } = await import("tsx/esm/api")
  register()
}

/** For an operator's command, which does not install packages. */
async function registerInstalled() {
  if (!dependenciesFresh()) throw new CliError("the packages are not installed yet: run npm start or npm ci first")
  const { register } = await import("tsx/esm/api")
  register()
}
