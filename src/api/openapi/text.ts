import { openapi } from "@/api/openapi/generate"
import { once } from "@/platform/once"

/** The description as it is served; it never changes while a process runs. */
export const openapiText = (): string => once("openapi", () => JSON.stringify(openapi()))
