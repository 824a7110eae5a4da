import { invalid } from "@/domain/problem"

export const LOGO_BYTES_MAX = 256 * 1024
/** CSS pixels of each side, as served. */
export const LOGO_SIDE = 256
const FORMATS = new Set<string>(["png", "jpeg", "webp", "svg"])
// A small file can unpack to a picture of any size.
const PIXELS_MAX = 4_096 * 4_096

/**
 * Draws an uploaded logo anew as a PNG, so that nothing of the file but its picture is kept; of an SVG neither scripts nor links.
 * @throws Problem validation_failed
 */
export const drawLogo = async (base64: string): Promise<Buffer> => {
  const file = Buffer.from(base64, "base64")
  if (file.length > LOGO_BYTES_MAX) throw invalid("logo", "too_big", `At most ${LOGO_BYTES_MAX / 1024} KB.`)
  // Loaded when the first logo comes: its binaries are large, and nothing else needs them.
  const { default: sharp } = await import("sharp")
  try {
    const picture = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error" })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) throw new Error(format)
    return await picture
      .autoOrient()
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw invalid("logo", "invalid_picture", "Must be a PNG, JPEG, WebP or SVG picture.")
  }
}
