// Draws the picture on standard input anew, as a PNG on standard output; ends with 3 for what is no picture. A process of its own: it can be ended
// when a picture takes long, and whoever breaks what draws it breaks nothing else.

import { buffer } from "node:stream/consumers"
import sharp from "sharp"

const NO_PICTURE = 3
const FORMATS = new Set(["png", "jpeg", "webp", "svg"])
// A small file can unpack to a picture of any size.
const PIXELS_MAX = 4_096 * 4_096
/** Should whoever waits for it be gone. */
const LONGEST_MS = 10_000

const [side = "", fit] = process.argv.slice(2)
setTimeout(() => process.kill(process.pid, "SIGKILL"), LONGEST_MS).unref()
sharp.concurrency(1)

/** @param {Buffer} file */
const draw = async (file) => {
  const picture = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error" })
  const { format } = await picture.metadata()
  if (!FORMATS.has(format)) throw new Error(format)
  return picture
    .autoOrient()
    .resize(Number(side), Number(side), {
      fit: fit === "cover" ? "cover" : "contain",
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const file = await buffer(process.stdin)
process.stdout.write(await draw(file).catch(() => process.exit(NO_PICTURE)))
