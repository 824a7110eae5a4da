import { internalOpenapi, openapi } from "@/api/openapi/generate"
import { processSingleton } from "@/platform/process-singleton"

/** Returns the API description as JSON text, generated once per process. */
export function openapiText(): string {
  return processSingleton("openapi", () => JSON.stringify(openapi()))
}

/** Returns the description of the operator's API as JSON text, generated once per process. */
export function internalOpenapiText(): string {
  return processSingleton("internal-openapi", () => JSON.stringify(internalOpenapi()))
}
