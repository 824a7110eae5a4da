import Ajv2020 from "ajv/dist/2020"
import addFormats from "ajv-formats"

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** Holds every response that a test sees against the API's own description. */
export class Conformance {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true })

  constructor(private readonly description: Description) {
    addFormats(this.ajv)
    this.ajv.addSchema({ $id: "openapi", components: description.components })
  }

  /** @returns what does not match; empty when all does. */
  check(method: string, pathname: string, status: number, body: unknown): string[] {
    const below = pathname.replace(/^\/v1/, "")
    const found = Object.entries(this.description.paths).find(([pattern]) =>
      new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(below),
    )
    const operation = found?.[1][method.toLowerCase()]
    if (!operation) return []
    const response = operation.responses[String(status)]
    if (!response) return [`${method} ${found[0]} does not describe a ${status}`]
    const schema = response.content?.["application/json"]?.schema
    if (!schema) return [`${method} ${found[0]} ${status} describes no body`]
    const validate = this.ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object,
    )
    return validate(body)
      ? []
      : (validate.errors ?? []).map(
          (error) => `${method} ${found[0]} ${status}: ${error.instancePath} ${error.message ?? ""}`,
        )
  }
}
