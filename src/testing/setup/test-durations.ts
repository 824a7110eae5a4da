import { existsSync, readFileSync } from "node:fs"

export interface Duration {
  name: string
  milliseconds: number
}

interface PlaywrightSuite {
  file: string
  specs?: { tests: { results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** The duration of each file of a Vitest run, as durations-reporter.ts wrote it. */
export function vitestDurations(path: string): Duration[] {
  return read<Duration[]>(path) ?? []
}

/** The duration of each file of a Playwright report: the sum of its journeys. */
export function playwrightDurations(path: string): Duration[] {
  return (read<{ suites: PlaywrightSuite[] }>(path)?.suites ?? []).map((suite) => ({
    name: `e2e/${suite.file}`,
    milliseconds: total(suite),
  }))
}

function total({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(total)].reduce((sum, each) => sum + each, 0)
}

export function slowest(durations: readonly Duration[], count: number): Duration[] {
  return durations.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, count)
}

function read<Report>(path: string): Report | null {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : null
  } catch {
    return null
  }
}
