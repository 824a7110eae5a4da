import { redrawPicture } from "@/platform/images/redraw-picture"

export const LOGO_MAX_BYTES = 256 * 1024
/** CSS pixels of each side, as served. */
export const LOGO_SIZE = 256

/** Redraws an uploaded logo as a PNG. @throws Problem as redrawPicture() does */
export const renderLogo = (accountId: string, base64: string): Promise<Buffer> =>
  redrawPicture(base64, { accountId, param: "logo", bytesMax: LOGO_MAX_BYTES, side: LOGO_SIZE, fit: "contain" })
