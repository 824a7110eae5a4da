import { execFile } from "node:child_process"
import { join } from "node:path"
import { invalid, Problem } from "@/domain/problem"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { once } from "@/platform/once"
import { takeOrRefuse } from "@/platform/rate-limit/rate-limit"
import { Turns } from "@/platform/concurrency/turns"

/** Pictures per account and minute. */
const PER_MINUTE = 20
const SECONDS_MAX = 5
/** Exit status of draw-picture.mjs for a file that is not a picture. */
const NO_PICTURE = 3
const DRAWN_BYTES_MAX = 4 * 1024 * 1024

interface Wanted {
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
export const redrawPicture = async (
  base64: string,
  { accountId, param, bytesMax, side, fit }: Wanted,
): Promise<Buffer<ArrayBuffer>> => {
  const file = Buffer.from(base64, "base64")
  if (file.length > bytesMax) throw invalid(param, "too_big", `At most ${bytesMax / 1024} KB.`)
  await takeOrRefuse(`picture:${accountId}`, PER_MINUTE)
  const drawn = await turns().take(
    () => draw(file, [String(side), fit]),
    () => new Problem("unavailable", { retryAfter: 10 }),
  )
  if (!drawn) throw invalid(param, "invalid_picture", "Must be a PNG, JPEG, WebP or SVG picture.")
  return drawn
}

// A small file can require unbounded work.
const turns = (): Turns => once("picture-turns", () => new Turns({ atOnce: 2, waiting: 10 }))

/** Returns null if the file is not a picture, takes too long, or crashes the decoder. */
const draw = (file: Buffer, args: string[]): Promise<Buffer<ArrayBuffer> | null> =>
  new Promise((resolve, reject) => {
    const script = join(process.cwd(), "src/platform/images/draw-picture.mjs")
    const options = {
      env: { NODE_ENV: env.mode },
      encoding: "buffer",
      timeout: SECONDS_MAX * 1000,
      killSignal: "SIGKILL",
      maxBuffer: DRAWN_BYTES_MAX,
    } as const
    const child = execFile(process.execPath, [script, ...args], options, (error, drawn, complaints) => {
      if (!error) return resolve(drawn)
      if (error.code === NO_PICTURE) return resolve(null)
      if (error.killed !== true && !error.signal)
        return reject(new Error(`the process that draws has failed: ${complaints.toString().slice(0, 2_000)}`))
      log.warn({ signal: error.signal }, "the drawing of a picture was ended")
      resolve(null)
    })
    // The process exits without reading all input if it is not a picture.
    child.stdin?.on("error", () => undefined).end(file)
  })
