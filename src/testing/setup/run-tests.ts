import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkArrows } from "./arrows"
import { ensureBrowser } from "./browser"
import { buildIfStale, generateClient } from "../../commands/build/build"
import { Lifetime } from "../../commands/process/lifetime"
import { launchers } from "../../commands/process/process-identity.mjs"
import { printFailure, Refusal } from "../../commands/refusal.mjs"
import { root } from "../../commands/root.mjs"
import { runTool } from "../../commands/process/run-tool"
import { step } from "../../commands/step.mjs"
import { playwrightCounts, vitestCounts, vitestFailures, type Counts } from "./test-counts"
import { startTestPostgres } from "./postgres"

const NEXT = "node_modules/next/dist/bin/next"

/** The steps of `npm test` that need the packages. Ends the process with the counts as its last line. */
export async function runTests(): Promise<void> {
  const life = new Lifetime(() => undefined)
  life.endWith(launchers())
  const reports = mkdtempSync(join(tmpdir(), "haat-reports-"))
  const counts: Counts[] = []
  const stage = async (name: string, work: (doing: (text: string) => void) => Promise<string>): Promise<boolean> => {
    try {
      await step(name, work)
      counts.push({ passed: 1, failed: 0 })
      return true
    } catch (error) {
      if (life.stopping) return new Promise(() => undefined)
      printFailure(error)
      counts.push({ passed: 0, failed: 1 })
      return false
    }
  }

  // Lint takes as long as the other checks together, and reads what typegen writes.
  await stage("client", () => generate(life.signal))
  const linted = stage("lint", () => lint(life.signal))
  await stage("format", () => checkFormat(life.signal))
  await stage("types", () => checkTypes(life.signal))
  await stage("arrows", followArrows)
  const built = await stage("build", (doing) => buildIfStale(doing, life.signal))
  await linted
  if (!built) process.env.HAAT_TEST_BUILD = "failed"

  const stopPostgres = await step("database", startTestPostgres, () => "PostgreSQL of its own, in a temporary folder")
  life.add({ name: "database", stop: stopPostgres, force: () => void stopPostgres() })

  const unit = join(reports, "vitest.json")
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unit}`,
  ]
  counts.push(vitestCounts(unit, await runVisibly("tests", vitest, {})))

  if (built && (await findBrowserStep(counts))) {
    const journeys = join(reports, "playwright.json")
    const playwright = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"]
    counts.push(
      playwrightCounts(journeys, await runVisibly("journeys", playwright, { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys })),
    )
  } else {
    process.stdout.write("  journeys not run\n")
    counts.push({ passed: 0, failed: built ? 0 : 1 })
  }
  if (life.stopping) return

  await stopPostgres()
  for (const failure of vitestFailures(unit)) process.stdout.write(`\n  ✘ ${failure}\n`)
  rmSync(reports, { recursive: true, force: true })
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
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
  await runTool("node_modules/typescript/bin/tsc", ["--noEmit"], { signal })
  return "tsc finds no error"
}

async function lint(signal: AbortSignal): Promise<string> {
  await runTool("node_modules/eslint/bin/eslint.js", [".", "--max-warnings=0"], { signal })
  return "eslint finds no error and no warning"
}

async function followArrows(): Promise<string> {
  const { modules, dependencies, violations } = await checkArrows()
  if (violations.length > 0) throw new Refusal(`imports against the arrows:\n  ${violations.join("\n  ")}`)
  return `${modules} modules, ${dependencies} imports, all along the arrows`
}

async function findBrowserStep(counts: Counts[]): Promise<boolean> {
  try {
    await step("browser", (doing) => Promise.resolve(ensureBrowser(doing)))
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
