import { expect, it } from "vitest"
import { ROUTES, SERVED } from "@/api/served"
import { conditional, idempotent } from "@/trpc/procedures"

const middlewares = SERVED.router._def.procedures as unknown as Record<string, { _def: { middlewares: unknown[] } }>

it.each([
  ["idempotent", idempotent],
  ["conditional", conditional],
] as const)(
  "describes an operation as %s if and only if it uses that middleware",
  (flag, { _middlewares: [middleware] }) => {
    const described = ROUTES.filter(({ meta }) => meta.openapi[flag])
    const using = ROUTES.filter(({ procedure }) => middlewares[procedure]?._def.middlewares.includes(middleware))
    expect(using.length).toBeGreaterThan(0)
    expect(using.map(({ operation }) => operation)).toEqual(described.map(({ operation }) => operation))
  },
)
