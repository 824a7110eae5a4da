import { existsSync, readFileSync } from "node:fs"

export interface Counts {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: VitestAssertion[] }[]
}

interface VitestAssertion {
  status: string
  fullName: string
  failureMessages: string[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** The counts of a Vitest report. A test file that fails outside its tests counts as one failure. */
export function vitestCounts(reportPath: string, exitCode: number | null): Counts {
  const report = readReport<VitestReport>(reportPath)
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  ).length
  return atLeastOneFailure({ passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles }, exitCode)
}

/**
 * The failures of a Vitest report, each with its file and the first lines of the reason, to be printed again at the
 * end.
 */
export function vitestFailures(reportPath: string): string[] {
  return (readReport<VitestReport>(reportPath)?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((assertion) => assertion.status === "failed")
      if (failed.length === 0) return status === "failed" ? [`${name}: ${firstLines(message)}`] : []
      return failed.map(
        ({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLines(failureMessages.join("\n"))}`,
      )
    },
  )
}

function firstLines(text: string): string {
  return text.split("\n").slice(0, 12).join("\n    ")
}

/** The counts of a Playwright report. A journey that passed only on a retry counts as failed. */
export function playwrightCounts(reportPath: string, exitCode: number | null): Counts {
  const report = readReport<PlaywrightReport>(reportPath)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky }, exitCode)
}

/**
 * Counts at least one failure if the runner failed without a failed test, such as on an unhandled error or if it found
 * no test.
 */
function atLeastOneFailure({ passed, failed }: Counts, exitCode: number | null): Counts {
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) }
}

function readReport<Report>(path: string): Report | null {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : null
  } catch {
    return null
  }
}
