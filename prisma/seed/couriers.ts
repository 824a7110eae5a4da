import type { Random } from "./random"

interface Courier {
  name: string
  code: string
  host: string
}

/** Fictional; their hosts use a domain reserved for examples. */
export const COURIERS: readonly Courier[] = [
  { name: "Pavan Express", code: "PVX", host: "track.pavan-express.example" },
  { name: "Garuda Parcel", code: "GRD", host: "garuda-parcel.example" },
  { name: "Harkara Couriers", code: "HRK", host: "track.harkara.example" },
  { name: "Sheeghra Logistics", code: "SGL", host: "sheeghra.example" },
  { name: "Chitthi Cargo", code: "CCG", host: "chitthi-cargo.example" },
  { name: "Purvanchal Roadlines", code: "PRL", host: "purvanchal-roadlines.example" },
]

export interface Consignment {
  courierName: string
  awb: string
  trackingUrl: string | null
}

export function drawConsignment(random: Random): Consignment {
  const { name, code, host } = random.pick(COURIERS)
  const awb = `${code}${String(random.int(10_000_000, 99_999_999))}${String(random.int(10, 99))}`
  return { courierName: name, awb, trackingUrl: random.chance(0.85) ? `https://${host}/${awb}` : null }
}
