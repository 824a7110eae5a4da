// Draws the picture on standard input anew, as a PNG on standard output; ends with 1 for what is no picture. A process of its own: it can be ended
// when a picture takes long, and whoever breaks what draws it breaks nothing else.

import { buffer } from "node:stream/consumers"
import sharp from "sharp"

const FORMATS = new Set(["png", "jpeg", "webp", "svg"])
// A small file can unpack to a picture of any size.
const PIXELS_MAX = 4_096 * 4_096

const [side = "", fit] = process.argv.slice(2)
sharp.concurrency(1)
const picture = sharp(await buffer(process.stdin), { limitInputPixels: PIXELS_MAX, failOn: "error" })
const { format } = await picture.metadata()
if (!FORMATS.has(format)) process.exit(1)
const drawn = await picture
  .autoOrient()
  .resize(Number(side), Number(side), { fit: fit === "cover" ? "cover" : "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
  .png({ compressionLevel: 9 })
  .toBuffer()
process.stdout.write(drawn)
