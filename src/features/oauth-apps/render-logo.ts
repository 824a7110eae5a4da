import { reencodeImage } from "@/platform/images/reencode-image"

const LOGO_MAX_BYTES = 256 * 1024
/** CSS pixels of each side, as served. */
const LOGO_SIZE = 256

/** Redraws an uploaded logo as a PNG. @throws Problem as reencodeImage() does */
export function renderLogo(accountId: string, base64: string): Promise<Buffer> {
  return reencodeImage(base64, { accountId, param: "logo", bytesMax: LOGO_MAX_BYTES, side: LOGO_SIZE, fit: "contain" })
}
