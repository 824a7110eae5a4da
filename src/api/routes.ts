import type { AnyRouter } from "@trpc/server"
import { z } from "zod"
import { declaredDeprecations } from "@/api/deprecations"
import type { DeclaredDeprecation } from "@/domain/deprecation"
import type { Meta } from "@/trpc/init"
import { PageMeta } from "@/trpc/wire"

export interface Route {
  /** The procedure's path in the router, such as "products.list". */
  procedure: string
  type: "query" | "mutation"
  meta: Meta & { openapi: NonNullable<Meta["openapi"]> }
  /** "GET /products/{slug}" */
  operation: string
  /** The segments of the path; null for a parameter. */
  segments: (string | null)[]
  pathParameters: string[]
  /** The query parameters with the JSON type that their text is converted to. */
  queryParameters: Map<string, "integer" | "boolean" | "string">
  /** Whether the operation has a body: its input has fields outside the path and the query. */
  hasBody: boolean
  /** Whether the body may be left out, because all of its fields may. */
  bodyOptional: boolean
  input: z.ZodObject | null
  output: z.ZodType | undefined
  /** The deprecations of the operation, its parameters and its fields. */
  deprecations: readonly DeclaredDeprecation[]
  /** Whether a successful response is a page of a list. */
  paged: boolean
  /** The columns of the response as comma-separated values; null if it is JSON only. */
  csvColumns: string[] | null
}

const Definition = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  meta: z.custom<Meta>().optional(),
  inputs: z.array(z.instanceof(z.ZodType)),
  output: z.instanceof(z.ZodType).optional(),
})
type Definition = z.infer<typeof Definition>

const PARAMETER = /^\{(\w+)\}$/

function jsonType(schema: z.ZodType): "integer" | "boolean" | "string" {
  const { type } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return type === "integer" || type === "boolean" ? type : "string"
}

function toRoute(procedure: string, { type, meta, inputs, output }: Definition): Route {
  const input = inputs[0] ?? null
  const isEmpty = meta?.openapi?.status === 204 && output instanceof z.ZodVoid
  if (
    !meta?.openapi ||
    type === "subscription" ||
    (!isEmpty && !(output instanceof z.ZodObject)) ||
    (input !== null && !(input instanceof z.ZodObject)) ||
    inputs.length > 1
  ) {
    throw new Error(
      `${procedure} is no REST operation: it needs meta.openapi, at most one object as input and an object as output, or a void one with 204`,
    )
  }
  const segments = meta.openapi.path.slice(1).split("/")
  const pathParameters = segments.flatMap((segment) => PARAMETER.exec(segment)?.[1] ?? [])
  const fields = Object.keys(input?.shape ?? {}).filter((name) => !pathParameters.includes(name))
  const bodiless = meta.openapi.method === "GET" || meta.openapi.method === "DELETE"
  const route = {
    procedure,
    type,
    meta: { ...meta, openapi: meta.openapi },
    operation: `${meta.openapi.method} ${meta.openapi.path}`,
    segments: segments.map((segment) => (PARAMETER.test(segment) ? null : segment)),
    pathParameters,
    queryParameters: new Map((bodiless ? fields : []).map((name) => [name, jsonType(input?.shape[name] as z.ZodType)])),
    hasBody: !bodiless && fields.length > 0,
    bodyOptional:
      meta.openapi.method === "POST" &&
      fields.every((name) => (input?.shape[name] as z.ZodType).safeParse(undefined).success),
    input,
    output,
    paged: output instanceof z.ZodObject && output.shape.meta === PageMeta,
    csvColumns: meta.openapi.csv ? itemFields(output) : null,
  }
  return { ...route, deprecations: declaredDeprecations(route) }
}

/** The fields of the items of a list. */
function itemFields(output: z.ZodType | undefined): string[] {
  const data: unknown = output instanceof z.ZodObject ? output.shape.data : undefined
  const item: unknown = data instanceof z.ZodArray ? data.element : undefined
  return item instanceof z.ZodObject ? Object.keys(item.shape) : []
}

// tRPC's types do not show a procedure's definition, nor that the router's record is flat.
function definitionOf(procedure: unknown): Definition {
  return Definition.parse(typeof procedure === "function" && "_def" in procedure ? procedure._def : null)
}

/**
 * Builds the operations of a router from its procedures.
 * @throws Error if a procedure is no operation, or declares an invalid deprecation
 */
export function routesOf(served: AnyRouter): Route[] {
  return Object.entries<unknown>({ ...(served._def.procedures as object) }).map(([name, procedure]) =>
    toRoute(name, definitionOf(procedure)),
  )
}

export interface Match {
  route: Route
  pathParameters: Record<string, string>
}

function matches(route: Route, segments: readonly string[]): boolean {
  return (
    route.segments.length === segments.length &&
    route.segments.every((segment, i) => (segment === null ? segments[i] !== "" : segment === segments[i]))
  )
}

/** Returns the operations at a path by method, given its decoded segments. */
export function findRoutes(routes: readonly Route[], segments: readonly string[]): Map<string, Match> {
  const found = new Map<string, Match>()
  for (const route of routes) {
    if (!matches(route, segments)) continue
    const values = segments.filter((_, i) => route.segments[i] === null)
    found.set(route.meta.openapi.method, {
      route,
      pathParameters: Object.fromEntries(route.pathParameters.map((name, i) => [name, values[i] ?? ""])),
    })
  }
  return found
}
