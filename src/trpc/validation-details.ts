import type { ProblemDetail } from "@/domain/problem"

interface ZodIssue {
  code: string
  path: PropertyKey[]
  message: string
  input?: unknown
  expected?: string
  params?: { code?: string }
}

// Query values are text, so messages name the expected value instead of a JSON type. All our numbers are integers.
const EXPECTED: Partial<Record<string, string>> = {
  boolean: "true or false",
  number: "a whole number",
  int: "a whole number",
}

function messageOf({ code, path, message, expected }: ZodIssue): string {
  const expectation =
    code === "invalid_type" && !message.endsWith("received undefined") ? EXPECTED[expected ?? ""] : undefined
  return expectation === undefined ? message : `${String(path.at(-1) ?? "This")} must be ${expectation}.`
}

/**
 * Describes what a schema of zod refuses.
 * @param cause a ZodError, or the cause of a tRPC error
 */
export function validationDetails(cause: unknown): ProblemDetail[] {
  const issues = (cause as { issues?: ZodIssue[] } | undefined)?.issues ?? []
  return issues.map((issue) => {
    const { code, path, message, input, params } = issue
    return {
      param: path.map(String).join("."),
      code:
        params?.code ??
        (code === "invalid_type" && input === undefined && /received undefined/.test(message) ? "required" : code),
      message: messageOf(issue),
    }
  })
}
