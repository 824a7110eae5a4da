import { invalid } from "@/domain/problem"

const FORMATS = new Set<string>(["png", "jpeg", "webp", "svg"])
// A small file can unpack to a picture of any size.
const PIXELS_MAX = 4_096 * 4_096

interface Wanted {
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
 * @throws Problem validation_failed
 */
export const redrawPicture = async (base64: string, { param, bytesMax, side, fit }: Wanted): Promise<Buffer> => {
  const file = Buffer.from(base64, "base64")
  if (file.length > bytesMax) throw invalid(param, "too_big", `At most ${bytesMax / 1024} KB.`)
  // Loaded when the first picture comes: its binaries are large, and nothing else needs them.
  const { default: sharp } = await import("sharp")
  try {
    const picture = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error" })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) throw new Error(format)
    return await picture
      .autoOrient()
      .resize(side, side, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw invalid(param, "invalid_picture", "Must be a PNG, JPEG, WebP or SVG picture.")
  }
}
