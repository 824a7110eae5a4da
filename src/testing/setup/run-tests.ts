import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkDependencyRules } from "./dependency-rules"
import { ensureBrowser } from "./browser"
import { buildIfStale, generateClient } from "../../commands/build/build"
import { ShutdownManager } from "../../commands/process/shutdown-manager"
import { launchers } from "../../commands/process/process-identity.mjs"
import { printFailure, CliError } from "../../commands/cli-error.mjs"
import { root } from "../../commands/root.mjs"
import { runTool } from "../../commands/process/run-tool"
import { seconds, step } from "../../commands/step.mjs"
import { playwrightCounts, vitestCounts, vitestFailures, type Counts } from "./test-counts"
import { type Duration, playwrightDurations, slowest, vitestDurations } from "./test-durations"
import { startTestPostgres } from "./postgres"

const SLOWEST_COUNT = 20
const NEXT = "node_modules/next/dist/bin/next"

/** The steps of `npm test` that need the packages. Ends the process with the counts as its last line. */
export async function runTests(): Promise<void> {
  const life = new ShutdownManager(() => undefined)
  life.stopWhenLauncherDies(launchers())
  const reports = mkdtempSync(join(tmpdir(), "haat-reports-"))
  const counts: Counts[] = []
  const durations: Duration[] = []
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    try {
      return await work()
    } finally {
      durations.push({ name, milliseconds: performance.now() - began })
    }
  }
  const stage = async (name: string, work: (doing: (text: string) => void) => Promise<string>): Promise<boolean> => {
    try {
      await timed(name, () => step(name, work))
      counts.push({ passed: 1, failed: 0 })
      return true
    } catch (error) {
      if (life.stopping) return new Promise(() => undefined)
      printFailure(error)
      counts.push({ passed: 0, failed: 1 })
      return false
    }
  }

  // Installing a browser mostly waits for the network.
  const browser = timed("browser", () => findBrowserStep(counts))
  await stage("client", () => generate(life.signal))
  await stage("format", () => checkFormat(life.signal))
  await stage("dependency rules", checkDependencies)
  const built = await stage("build", (doing) => buildIfStale(doing, life.signal))
  if (!built) process.env.HAAT_TEST_BUILD = "failed"

  const stopPostgres = await timed("database", () =>
    step("database", startTestPostgres, () => "PostgreSQL of its own, in a temporary folder"),
  )
  life.add({ name: "database", stop: stopPostgres, force: () => void stopPostgres() })

  const timedTests = vitestRun("timed", reports)
  const waiting = vitestRun("waiting", reports)
  const working = vitestRun("working", reports)
  const journeys = join(reports, "playwright.json")
  // Types and lint yield the processor to the tests that bound a time.
  const checked = stage("types", () => checkTypes(life.signal)).then(() => stage("lint", () => lint(life.signal)))
  counts.push(await timed("timed tests", timedTests.run))
  counts.push(...(await Promise.all([timed("waiting tests", waiting.run), timed("working tests", working.run)])))
  counts.push(
    await timed("journeys", async () => (built && (await browser) ? runJourneys(journeys) : withoutJourneys(built))),
  )
  await checked
  if (life.stopping) return

  await stopPostgres()
  const vitestRuns = [timedTests, waiting, working]
  for (const failure of vitestRuns.flatMap(({ report }) => vitestFailures(report)))
    process.stdout.write(`\n  ✘ ${failure}\n`)
  printDurations("stages", durations)
  const files = [...vitestRuns.flatMap((run) => vitestDurations(run.durations)), ...playwrightDurations(journeys)]
  printDurations(`the ${SLOWEST_COUNT} slowest test files`, slowest(files, SLOWEST_COUNT))
  rmSync(reports, { recursive: true, force: true })
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}

function printDurations(title: string, durations: readonly Duration[]): void {
  process.stdout.write(`\n  ${title}\n`)
  for (const { name, milliseconds } of durations)
    process.stdout.write(`  ${seconds(milliseconds).padStart(8)}  ${name}\n`)
}

/** The tests of one of the projects of vitest.config.ts. */
function vitestRun(
  project: string,
  reports: string,
): { report: string; durations: string; run: () => Promise<Counts> } {
  const report = join(reports, `${project}.json`)
  const durations = join(reports, `${project}-durations.json`)
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    `--project=${project}`,
    "--reporter=default",
    "--reporter=json",
    "--reporter=./src/testing/setup/durations-reporter.ts",
    `--outputFile.json=${report}`,
  ]
  return {
    report,
    durations,
    run: async () =>
      vitestCounts(report, await runVisibly(`${project} tests`, args, { HAAT_TEST_DURATIONS: durations })),
  }
}

async function runJourneys(report: string): Promise<Counts> {
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"]
  return playwrightCounts(report, await runVisibly("journeys", args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report }))
}

/** A missing browser has been counted by its step. */
function withoutJourneys(built: boolean): Counts {
  process.stdout.write("  journeys not run\n")
  return { passed: 0, failed: built ? 0 : 1 }
}

async function generate(signal: AbortSignal): Promise<string> {
  await generateClient(signal)
  await runTool(NEXT, ["typegen"], { signal, env: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } })
  return "the Prisma client, and the types of routes"
}

async function checkFormat(signal: AbortSignal): Promise<string> {
  await runTool("node_modules/@biomejs/biome/bin/biome", ["format", "."], { signal })
  return "biome would change nothing"
}

async function checkTypes(signal: AbortSignal): Promise<string> {
  await runTool("node_modules/typescript-7/bin/tsc", ["--noEmit", "--checkers", "1"], { signal, background: true })
  return "tsc finds no error"
}

async function lint(signal: AbortSignal): Promise<string> {
  await runTool("node_modules/oxlint/bin/oxlint", [], { signal, background: true })
  return "oxlint finds no error and no warning"
}

async function checkDependencies(): Promise<string> {
  const { modules, dependencies, violations } = await checkDependencyRules()
  if (violations.length > 0) throw new CliError(`imports that violate a dependency rule:\n  ${violations.join("\n  ")}`)
  return `${modules} modules, ${dependencies} imports, no violation`
}

async function findBrowserStep(counts: Counts[]): Promise<boolean> {
  try {
    await step("browser", ensureBrowser)
    return true
  } catch (error) {
    printFailure(error)
    counts.push({ passed: 0, failed: 1 })
    return false
  }
}

/** Runs a test runner and shows its output. */
function runVisibly(name: string, args: string[], env: Record<string, string>): Promise<number | null> {
  process.stdout.write(`  … ${name}\n`)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  })
  return new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve))
}
