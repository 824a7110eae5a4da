import { execFile } from "node:child_process"
import { join } from "node:path"
import { invalid, Problem } from "@/domain/problem"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { once } from "@/platform/once"
import { takeOrRefuse } from "@/platform/rate-limit/rate-limit"
import { Turns } from "@/platform/concurrency/turns"

/** Pictures of one account, in a minute. */
const PER_MINUTE = 20
const SECONDS_MAX = 5
/** What draw-picture.mjs ends with. */
const NO_PICTURE = 3
const DRAWN_BYTES_MAX = 4 * 1024 * 1024

interface Wanted {
  /** Whose picture it is. */
  accountId: string
  /** The parameter that a refusal names. */
  param: string
  bytesMax: number
  /** Pixels of each side, as kept. */
  side: number
  /** The whole picture on a clear ground, or its middle over the whole square. */
  fit: "contain" | "cover"
}

/**
 * Draws an uploaded picture anew as a square PNG, so that nothing of the file but its picture is kept; of an SVG neither scripts nor links.
 * @throws Problem validation_failed; rate_limit_exceeded; unavailable, while many others wait for theirs
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

// A small file can ask for any amount of work.
const turns = (): Turns => once("picture-turns", () => new Turns({ atOnce: 2, waiting: 10 }))

/** Null for what is no picture, takes too long to draw, or breaks what draws it. */
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
    // It ends without reading on when it is no picture.
    child.stdin?.on("error", () => undefined).end(file)
  })
