import { AWB, AWB_MAX, COURIER_NAME_MAX, TRACKING_URL, TRACKING_URL_MAX } from "@/domain/shipment"

export type ShipField = "courier_name" | "awb" | "tracking_url"
export type ShipWords = Record<ShipField, string>

export interface ShipMistake {
  word: "required" | "too_long" | "awb_pattern" | "url"
  max?: number
}

/**
 * The errors that the API would return (API-SPEC, PATCH /seller/orders/{id}/ship), before anything is sent. Values are
 * trimmed.
 */
export const mistakesOf = ({ courier_name, awb, tracking_url }: ShipWords): Partial<Record<ShipField, ShipMistake>> => {
  const found = {
    courier_name: mistakeOf(courier_name, COURIER_NAME_MAX),
    awb: awbMistake(awb),
    tracking_url: tracking_url === "" ? undefined : urlMistake(tracking_url),
  }
  return Object.fromEntries(Object.entries(found).filter(([, mistake]) => mistake !== undefined))
}

const mistakeOf = (value: string, max: number): ShipMistake | undefined => {
  if (value === "") return { word: "required" }
  return value.length > max ? { word: "too_long", max } : undefined
}

const awbMistake = (awb: string): ShipMistake | undefined =>
  mistakeOf(awb, AWB_MAX) ?? (AWB.test(awb) ? undefined : { word: "awb_pattern" })

const urlMistake = (address: string): ShipMistake | undefined =>
  TRACKING_URL.test(address) ? mistakeOf(address, TRACKING_URL_MAX) : { word: "url" }

/** The equivalent API call as a curl command. */
export const shipCurl = (baseUrl: string, id: string, { courier_name, awb, tracking_url }: ShipWords): string => {
  const body = {
    courier_name: courier_name.trim(),
    awb: awb.trim(),
    ...(tracking_url.trim() !== "" && { tracking_url: tracking_url.trim() }),
  }
  const quoted = JSON.stringify(body).replaceAll("'", `'\\''`)
  return `curl -X PATCH "${baseUrl}/v1/seller/orders/${id}/ship" \\\n  -H "Authorization: Bearer $HAAT_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${quoted}'`
}
