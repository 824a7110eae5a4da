// Re-encodes the picture on standard input as a PNG on standard output; exits with 3 if it is not a picture. It is a
// separate process, so that it can be killed if it takes too long, and an exploit of the decoder reaches nothing else.

import { buffer } from "node:stream/consumers"
import sharp from "sharp"

const NOT_AN_IMAGE_EXIT_CODE = 3
const FORMATS = new Set(["png", "jpeg", "webp", "svg"])
// Limits decompression: a small file can decode to a picture of any size.
const PIXELS_MAX = 4_096 * 4_096
/** Ends the process if its parent is gone. */
const TIMEOUT_MS = 10_000

const [side = "", fit] = process.argv.slice(2)
setTimeout(() => process.kill(process.pid, "SIGKILL"), TIMEOUT_MS).unref()
sharp.concurrency(1)

/** @param {Buffer} file */
async function encode(file) {
  const image = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error" })
  const { format } = await image.metadata()
  if (!FORMATS.has(format)) throw new Error(format)
  return image
    .autoOrient()
    .resize(Number(side), Number(side), {
      fit: fit === "cover" ? "cover" : "contain",
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const file = await buffer(process.stdin)
process.stdout.write(await encode(file).catch(() => process.exit(NOT_AN_IMAGE_EXIT_CODE)))
