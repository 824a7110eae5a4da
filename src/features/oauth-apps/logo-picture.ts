import { redrawPicture } from "@/platform/images/redraw-picture"

export const LOGO_BYTES_MAX = 256 * 1024
/** CSS pixels of each side, as served. */
export const LOGO_SIDE = 256

/** Redraws an uploaded logo as a PNG. @throws Problem as redrawPicture() does */
export const drawLogo = (accountId: string, base64: string): Promise<Buffer> =>
  redrawPicture(base64, { accountId, param: "logo", bytesMax: LOGO_BYTES_MAX, side: LOGO_SIDE, fit: "contain" })
