import { execFile } from "node:child_process"
import { join } from "node:path"
import { invalid, Problem } from "@/domain/problem"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { Semaphore } from "@/platform/concurrency/semaphore"

/** Pictures per account and minute. */
const PER_MINUTE = 20
const TIMEOUT_SECONDS = 5
/** Exit status of encode-image.mjs for a file that is not a picture. */
const NOT_AN_IMAGE_EXIT_CODE = 3
const ENCODED_BYTES_MAX = 4 * 1024 * 1024

interface ImageOptions {
  /** The account that uploads the picture. */
  accountId: string
  /** The parameter name in error details. */
  param: string
  bytesMax: number
  /** Width and height of the stored picture, in pixels. */
  side: number
  /** contain: the whole picture on a transparent background; cover: its middle fills the square. */
  fit: "contain" | "cover"
}

/**
 * Re-encodes an uploaded picture as a square PNG, so that nothing else of the file is kept, such as scripts or links of
 * an SVG.
 * @throws Problem validation_failed; rate_limit_exceeded; unavailable while too many others wait
 */
export async function reencodeImage(
  base64: string,
  { accountId, param, bytesMax, side, fit }: ImageOptions,
): Promise<Buffer<ArrayBuffer>> {
  const file = Buffer.from(base64, "base64")
  if (file.length > bytesMax) throw invalid(param, "too_big", `At most ${bytesMax / 1024} KB.`)
  await consumeOrThrow(`picture:${accountId}`, PER_MINUTE)
  const encoded = await encodeSemaphore().run(
    () => encodeInProcess(file, [String(side), fit]),
    () => new Problem("unavailable", { retryAfter: 10 }),
  )
  if (!encoded) throw invalid(param, "invalid_picture", "Must be a PNG, JPEG, WebP or SVG picture.")
  return encoded
}

// A small file can require unbounded work.
function encodeSemaphore(): Semaphore {
  return processSingleton("image-encode-semaphore", () => new Semaphore({ concurrency: 2, maxQueued: 10 }))
}

/** Returns null if the file is not a picture, takes too long, or crashes the decoder. */
function encodeInProcess(file: Buffer, args: string[]): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const script = join(process.cwd(), "src/platform/images/encode-image.mjs")
    const options = {
      env: { NODE_ENV: env.mode },
      encoding: "buffer",
      timeout: TIMEOUT_SECONDS * 1000,
      killSignal: "SIGKILL",
      maxBuffer: ENCODED_BYTES_MAX,
    } as const
    const child = execFile(process.execPath, [script, ...args], options, (error, encoded, stderr) => {
      if (!error) return resolve(encoded)
      if (error.code === NOT_AN_IMAGE_EXIT_CODE) return resolve(null)
      if (error.killed !== true && !error.signal)
        return reject(new Error(`the process that draws has failed: ${stderr.toString().slice(0, 2_000)}`))
      log.warn({ signal: error.signal }, "the drawing of a picture was ended")
      resolve(null)
    })
    // The process exits without reading all input if it is not a picture.
    child.stdin?.on("error", () => undefined).end(file)
  })
}
