import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The workers share what has passed, in the folder of this run. */
function passedFile(): string {
  return join(process.env.HAAT_TEST_DATA ?? "", "passed-checks")
}

function markOf(what: string): string {
  return createHash("sha256").update(what).digest("base64").slice(0, 16)
}

const passedMarks = new Set<string>()

/** Those of these descriptions that have not passed in any test of this run. */
export function notPassed(descriptions: string[]): string[] {
  const unknown = (): string[] => descriptions.filter((each) => !passedMarks.has(markOf(each)))
  if (unknown().length === 0) return []
  if (existsSync(passedFile())) for (const mark of readFileSync(passedFile(), "utf8").split("\n")) passedMarks.add(mark)
  return unknown()
}

export function keepPassed(descriptions: string[]): void {
  const marks = descriptions.map(markOf)
  for (const mark of marks) passedMarks.add(mark)
  if (marks.length > 0) appendFileSync(passedFile(), `${marks.join("\n")}\n`)
}
