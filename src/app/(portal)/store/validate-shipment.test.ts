import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { validateShipment, shipCurl } from "@/app/(portal)/store/validate-shipment"
import { ShipInput } from "@/features/seller-orders/schema"

const GOOD = { courier_name: "Pavan Express", awb: "PX-1", tracking_url: "" }

describe("the ship form", () => {
  it.each([
    [{}],
    [{ courier_name: "" }],
    [{ courier_name: "c".repeat(100) }],
    [{ courier_name: "c".repeat(101) }],
    [{ awb: "" }],
    [{ awb: "a".repeat(64) }],
    [{ awb: "a".repeat(65) }],
    [{ awb: "PX 1" }],
    [{ awb: "पीएक्स" }],
    [{ tracking_url: "https://track.example/1" }],
    [{ tracking_url: `https://track.example/${"1".repeat(478)}` }],
    [{ tracking_url: `https://track.example/${"1".repeat(479)}` }],
    [{ tracking_url: "ftp://track.example/1" }],
    [{ tracking_url: "javascript:alert(1)" }],
    [{ tracking_url: "track.example" }],
  ])("refuses what the API refuses, and nothing else: %j", (change) => {
    const words = { ...GOOD, ...change }
    const { tracking_url, ...needed } = words
    const api = ShipInput.safeParse({ id: "so_1", ...needed, ...(tracking_url !== "" && { tracking_url }) })
    expect(Object.keys(validateShipment(words)).length === 0).toBe(api.success)
  })

  it("shows a curl command whose body a shell passes on unchanged", () => {
    const words = {
      courier_name: `D'Souza & "Sons" $HOME \`id\``,
      awb: "PX-1",
      tracking_url: "https://track.example/?a='1'",
    }
    const body = /-d (.*)$/s.exec(shipCurl("http://haat.example", "so_1", words))?.[1] ?? ""
    expect(JSON.parse(execFileSync("sh", ["-c", `printf %s ${body}`], { encoding: "utf8" }))).toEqual(words)
  })
})
