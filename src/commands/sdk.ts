import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { generateClient } from "./build/build"
import { root } from "./root.mjs"

/**
 * Generates the files of src/sdk from openapi.json.
 * @returns the text to print
 */
export async function writeSdk(): Promise<string> {
  // The description is built from the procedures, which import the generated Prisma client.
  await generateClient()
  const [{ sdkSource }, { openapiDocument }] = await Promise.all([
    import("./sdk-source"),
    import("@/docs/openapi-document"),
  ])
  const lines = Object.entries(sdkSource(openapiDocument())).map(([path, text]) => {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, "utf8") === text) return `${path} is up to date\n`
    writeFileSync(file, text)
    return `${path} written\n`
  })
  return lines.join("")
}
