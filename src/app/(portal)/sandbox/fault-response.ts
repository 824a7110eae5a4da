import { PROBLEMS, type ProblemCode } from "@/domain/problem"

/** The codes that most tests need come first. */
const FIRST: readonly ProblemCode[] = ["unavailable", "rate_limit_exceeded", "internal_error"]

/** The codes of an operation in the order of a menu: the usual ones, then the others by status. */
export function responseChoices(codes: readonly ProblemCode[]): { usual: ProblemCode[]; others: ProblemCode[] } {
  const known = new Set(codes)
  return {
    usual: FIRST.filter((code) => known.has(code)),
    others: [...known].filter((code) => !FIRST.includes(code)).sort((a, b) => PROBLEMS[a][0] - PROBLEMS[b][0]),
  }
}

/** An error code with its status: "503 unavailable". */
export function responseLabel(code: ProblemCode): string {
  return `${PROBLEMS[code][0]} ${code}`
}

/** Whether a text is an error code. */
export function problemCodeOf(text: string): ProblemCode | undefined {
  return Object.hasOwn(PROBLEMS, text) ? (text as ProblemCode) : undefined
}
