import { expect, it } from "vitest"
import { readKeyForm } from "@/app/(portal)/keys/read-key-form"

const LIMIT = 600

function endOf(day: string, zone: string): string | null | undefined {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    name: "Mine",
    scopes: "profile.read",
    expiry: "date",
    day,
  }))
    form.set(name, value)
  return readKeyForm(form, LIMIT, zone).input?.expires_at
}

it("sets the expiry to the end of the chosen day in the reader's time zone", () => {
  const year = new Date().getUTCFullYear() + 1
  expect(endOf(`${year}-03-01`, "Asia/Kolkata")).toBe(`${year}-03-01T18:29:59.000Z`)
  expect(endOf(`${year}-03-01`, "Asia/Kathmandu")).toBe(`${year}-03-01T18:14:59.000Z`)
  expect(endOf(`${year}-03-01`, "America/Lima")).toBe(`${year}-03-02T04:59:59.000Z`)
})

it("rejects a past or missing day", () => {
  expect(endOf("2026-01-01", "Asia/Kolkata")).toBeUndefined()
  expect(endOf("", "Asia/Kolkata")).toBeUndefined()
})

it("rejects a name that is empty or longer than 80 characters", () => {
  const errorsOf = (name: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ name, scopes: "profile.read", expiry: "none" }))
      form.set(field, value)
    return readKeyForm(form, LIMIT, "UTC").errors
  }
  expect(errorsOf("x".repeat(80))).toEqual({})
  expect(errorsOf("x".repeat(81))).toEqual({ name: true })
  expect(errorsOf(" ")).toEqual({ name: true })
})

it("names the first text that is no network", () => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name: "x", scopes: "profile.read", expiry: "none" }))
    form.set(field, value)
  form.set("ips", "203.0.113.7\n300.1.1.1, 10.0.0.0/33")
  expect(readKeyForm(form, LIMIT, "UTC").errors).toEqual({ allowed_ips: "300.1.1.1" })
})
