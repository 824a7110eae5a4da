import { AWB, AWB_MAX, COURIER_NAME_MAX, TRACKING_URL, TRACKING_URL_MAX } from "@/domain/shipment"

export type ShipField = "courier_name" | "awb" | "tracking_url"
export type ShipmentValues = Record<ShipField, string>

export interface ShipmentError {
  message: "required" | "too_long" | "awb_pattern" | "url"
  max?: number
}

/**
 * The errors that the API would return (API-SPEC, PATCH /seller/orders/{id}/ship), before anything is sent. Values are
 * trimmed.
 */
export function validateShipment({
  courier_name,
  awb,
  tracking_url,
}: ShipmentValues): Partial<Record<ShipField, ShipmentError>> {
  const found = {
    courier_name: textError(courier_name, COURIER_NAME_MAX),
    awb: awbError(awb),
    tracking_url: tracking_url === "" ? undefined : urlError(tracking_url),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
}

function textError(value: string, max: number): ShipmentError | undefined {
  if (value === "") return { message: "required" }
  return value.length > max ? { message: "too_long", max } : undefined
}

function awbError(awb: string): ShipmentError | undefined {
  return textError(awb, AWB_MAX) ?? (AWB.test(awb) ? undefined : { message: "awb_pattern" })
}

function urlError(url: string): ShipmentError | undefined {
  return TRACKING_URL.test(url) ? textError(url, TRACKING_URL_MAX) : { message: "url" }
}

/** The equivalent API call as a curl command. */
export function shipCurl(baseUrl: string, id: string, { courier_name, awb, tracking_url }: ShipmentValues): string {
  const body = {
    courier_name: courier_name.trim(),
    awb: awb.trim(),
    ...(tracking_url.trim() !== "" && { tracking_url: tracking_url.trim() }),
  }
  const quoted = JSON.stringify(body).replaceAll("'", `'\\''`)
  return `curl -X PATCH "${baseUrl}/v1/seller/orders/${id}/ship" \\\n  -H "Authorization: Bearer $HAAT_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${quoted}'`
}
