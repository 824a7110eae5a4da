import type { oas31 } from "zod-openapi"
import { COMMON_HEADERS, headersNamed, LIMIT_HEADERS } from "@/api/openapi/headers"
import { faultProblems, operationProblems } from "@/api/operation-problems"
import type { Route } from "@/api/routes"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

export const errorSchema: oas31.SchemaObject = {
  type: "object",
  description: "The format of all errors.",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: CODES },
        message: { type: "string" },
        request_id: { type: "string", description: "The value of the header X-Request-Id." },
        doc_url: { type: "string", format: "uri", description: "The URL of the code's documentation." },
        details: {
          type: "array",
          description: "The invalid parameters, and what is wrong with each.",
          items: {
            type: "object",
            properties: { param: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
            required: ["param", "code", "message"],
          },
        },
      },
      required: ["code", "message", "request_id", "doc_url"],
    },
  },
  required: ["error"],
}

const DESCRIPTIONS: Record<number, string> = {
  401: "The credential is missing, invalid, expired or revoked.",
  403: "The credential or its account does not have permission.",
  404: "There is no such resource, or it belongs to another account.",
  406: "The Accept header does not allow JSON.",
  409: "Not possible in the current state.",
  412: "The resource does not meet the request's preconditions.",
  413: "The body is too large.",
  415: "The body is not sent as JSON.",
  422: "Invalid parameters or body.",
  429: "Too many requests; wait for the seconds in Retry-After.",
  500: "Something failed on our side.",
  503: "The service is temporarily unavailable.",
}

function example(code: ProblemCode): oas31.ExampleObject {
  return {
    value: {
      error: {
        code,
        message: PROBLEMS[code][1],
        request_id: "019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90",
        doc_url: `https://haat.example/docs/errors#${code}`,
        ...(code === "validation_failed"
          ? { details: [{ param: "per_page", code: "too_big", message: "Too big: expected number to be <=100" }] }
          : {}),
      },
    },
  }
}

function errorHeaders(status: number, canHaveFault: boolean) {
  return headersNamed([
    ...COMMON_HEADERS,
    ...(canHaveFault ? (["Haat-Sandbox-Fault"] as const) : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ...(status === 429 ? LIMIT_HEADERS.slice(0, 3) : []),
  ])
}

/** Describes an operation's error responses by status, with an example of every code. */
export function errorResponses(route: Route): oas31.ResponsesObject {
  const canHaveFault = faultProblems(route.meta.openapi.operationId) !== null
  const codes = [...new Set(operationProblems(route))]
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code][0]))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: DESCRIPTIONS[status],
        headers: errorHeaders(status, canHaveFault),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: Object.fromEntries(
              codes.filter((code) => PROBLEMS[code][0] === status).map((code) => [code, example(code)]),
            ),
          },
        },
      },
    ]),
  )
}
