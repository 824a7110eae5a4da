import { expect, it } from "vitest"
import { filterLabel, parseAuditList } from "@/app/(portal)/staff/audit/audit-list"

const ACCOUNT = "acc_0199ace8-88ed-725b-b3c0-7cf4ed45e1de"
const APP = "0199ace8-88ed-725b-b3c0-7cf4ed45e1df"

const ENTRY = {
  actor: { kind: "session", id: ACCOUNT, email: "customer@example.in" },
  subject: APP,
  subject_name: "Bahi Khata",
}

it("names the person and the object of a filter as an entry names them", () => {
  expect(filterLabel("actor", ACCOUNT, [ENTRY])).toBe("customer@example.in")
  expect(filterLabel("subject", APP, [ENTRY])).toBe("Bahi Khata")
})

it("shows both ends of a long id that no entry names", () => {
  expect(filterLabel("actor", ACCOUNT, [])).toBe("acc_0199…7cf4ed45e1de")
  expect(filterLabel("subject", APP, [{ ...ENTRY, subject_name: null }])).toBe("0199ace8…7cf4ed45e1df")
})

it("shows in full what is no long id", () => {
  expect(filterLabel("actor", "somebody.with.a.long.name@example.in", [])).toBe("somebody.with.a.long.name@example.in")
  expect(filterLabel("action", "account.first_staff_created", [ENTRY])).toBe("account.first_staff_created")
  expect(filterLabel("subject", "reader", [])).toBe("reader")
  expect(filterLabel("subject", undefined, [ENTRY])).toBeUndefined()
})

it("takes an action or the noun of actions from the URL, and ignores any other text", () => {
  const read = (action: string) => parseAuditList({ action }).action
  expect(["api_key.revoked", "api_key", "zebra", "api_key.", ""].map(read)).toEqual([
    "api_key.revoked",
    "api_key",
    undefined,
    undefined,
    undefined,
  ])
})
