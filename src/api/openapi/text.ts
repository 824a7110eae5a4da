import { openapi } from "@/api/openapi/generate"
import { once } from "@/platform/once"

/** Returns the API description as JSON text, generated once per process. */
export const openapiText = (): string => once("openapi", () => JSON.stringify(openapi()))
