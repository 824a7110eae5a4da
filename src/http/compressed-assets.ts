import { readdir, readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join, sep } from "node:path"
import { acceptedCoding } from "@/http/negotiate"
import { headerReader } from "@/http/node"

/** Brotli-compressed scripts and style sheets by path. */
export type CompressedAssets = ReadonlyMap<string, Buffer>

const PATH = "/_next/static/"
const TYPES: Record<string, string> = { js: "application/javascript; charset=UTF-8", css: "text/css; charset=UTF-8" }

/** Loads the assets that the build has compressed below a folder. */
export async function compressedAssets(folder: string): Promise<CompressedAssets> {
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

/**
 * Serves a precompressed asset, a sixth smaller than Next's compression; returns false if there is none or it is not
 * accepted.
 */
export function serveCompressed(assets: CompressedAssets, message: IncomingMessage, response: ServerResponse): boolean {
  const path = message.url ?? ""
  const body = assets.get(path)
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)]
  if (
    !body ||
    !type ||
    !["GET", "HEAD"].includes(message.method ?? "") ||
    acceptedCoding(headerReader(message)("accept-encoding")) !== "br"
  )
    return false
  response.writeHead(200, {
    "content-type": type,
    "content-encoding": "br",
    "content-length": body.length,
    // The file's name changes with its content.
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  })
  response.end(message.method === "HEAD" ? undefined : body)
  return true
}
