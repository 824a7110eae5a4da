import { DAY_MS } from "@/domain/time-units"
import { avatarPath } from "@/features/media/draw-emblems"
import { COLOURS } from "@/features/media/palette"
import { uuidAt } from "./ids"
import { drawEmail, drawPerson, drawPhone, drawStreet, type Person } from "./people"
import { PLACES, placeOf, type Place } from "./places"
import type { Random } from "./random"
import { STORES } from "./stores"

const CUSTOMERS = 420

export const DEMO_ROLES = ["customer", "seller", "seller_staff", "developer", "staff"] as const

export type DemoRole = (typeof DEMO_ROLES)[number]

export interface AddressRecord {
  id: string
  name: string
  phone: string
  line1: string
  line2: string | null
  landmark: string | null
  city: string
  district: string
  state: string
  pincode: string
  isDefault: boolean
}

export interface AccountRecord {
  id: string
  email: string
  name: string
  locale: Person["locale"]
  emailVerifiedAt: Date | null
  phone: string | null
  phoneVerifiedAt: Date | null
  avatarPath: string | null
  roles: readonly string[]
  createdAt: Date
  addresses: AddressRecord[]
  /** Its role in the demo, with its own password and keys; null for others. */
  demo: DemoRole | null
  /** The store it works for, by id. */
  member: { storeId: number; role: "owner" | "manager" | "orders" | "catalogue" } | null
  /** How much it buys, relative to others. */
  appetite: number
}

const DEMO: Record<DemoRole, { name: string; pincode: string; avatar: string }> = {
  customer: { name: "Ananya Jha", pincode: "846004", avatar: avatarPath("rani", 4) },
  seller: { name: "Madhulika Thakur", pincode: "846004", avatar: avatarPath("indigo", 18) },
  seller_staff: { name: "Shubham Mandal", pincode: "846001", avatar: avatarPath("neem", 1) },
  developer: { name: "Kavya Subramanian", pincode: "560034", avatar: avatarPath("teal", 26) },
  staff: { name: "Arnab Chatterjee", pincode: "122010", avatar: avatarPath("plum", 13) },
}

/** Returns the five demo accounts, then store members, then customers. */
export function makeAccounts(now: Date, random: Random): AccountRecord[] {
  const taken = new Set<string>()
  const demo = DEMO_ROLES.map((role) => makeDemoAccount(role, now, random.fork(`demo:${role}`), taken))
  const owners = STORES.flatMap((_, i) =>
    i === 0 ? [] : makeStorePeople(i + 1, now, random.fork(`store:${i + 1}`), taken),
  )
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => makeCustomer(now, random.fork(`customer:${i}`), taken))
  return [...demo, ...owners, ...customers]
}

function makeDemoAccount(role: DemoRole, now: Date, random: Random, taken: Set<string>): AccountRecord {
  const { name, pincode, avatar } = DEMO[role]
  const email = `${role.replace("_", "-")}@example.in`
  taken.add(email)
  const place = placeOf(pincode)
  const createdAt = new Date(now.getTime() - 420 * DAY_MS)
  const account = makeAccount(
    { name, locale: "en" },
    email,
    createdAt,
    [place, ...(role === "customer" ? [placeOf("560004")] : [])],
    random,
  )
  const member =
    role === "seller"
      ? ({ storeId: 1, role: "owner" } as const)
      : role === "seller_staff"
        ? ({ storeId: 1, role: "orders" } as const)
        : null
  const verified = new Date(createdAt.getTime() + 180_000)
  return {
    ...account,
    avatarPath: avatar,
    emailVerifiedAt: verified,
    phoneVerifiedAt: verified,
    roles: role === "staff" ? ["staff"] : [],
    demo: role,
    member,
    appetite: 0,
  }
}

function makeStorePeople(storeId: number, now: Date, random: Random, taken: Set<string>): AccountRecord[] {
  const roles = [
    "owner",
    ...(random.chance(0.5) ? (["orders"] as const) : []),
    ...(random.chance(0.25) ? (["catalogue"] as const) : []),
  ] as const
  const home = placeOf(STORES[storeId - 1]?.pincode ?? "")
  return roles.map((role) => {
    const person = drawPerson(random)
    const createdAt = new Date(now.getTime() - random.int(380, 760) * DAY_MS - random.int(0, 86_399) * 1000)
    return {
      ...makeAccount(person, drawEmail(person.name, taken, random), createdAt, [home], random),
      member: { storeId, role },
      appetite: 0.2,
    }
  })
}

function makeCustomer(now: Date, random: Random, taken: Set<string>): AccountRecord {
  const person = drawPerson(random)
  const createdAt = new Date(now.getTime() - random.int(121, 740) * DAY_MS - random.int(0, 86_399) * 1000)
  const places = random.sample(PLACES, random.chance(0.25) ? 2 : 1)
  return {
    ...makeAccount(person, drawEmail(person.name, taken, random), createdAt, places, random),
    appetite: Math.exp(random.normal() * 0.8),
  }
}

function makeAccount(
  { name, locale }: Person,
  email: string,
  createdAt: Date,
  places: readonly Place[],
  random: Random,
): AccountRecord {
  const phone = drawPhone(random)
  return {
    id: uuidAt(createdAt, random),
    email,
    name,
    locale,
    // Some verify a day later; an account that never does is deleted after a week.
    emailVerifiedAt: new Date(createdAt.getTime() + (random.chance(0.9) ? random.int(60, 7200) : 80_000) * 1000),
    phone: random.chance(0.93) ? phone : null,
    phoneVerifiedAt: null,
    avatarPath: random.chance(0.45) ? avatarPath(random.pick(COLOURS), random.int(0, 99)) : null,
    roles: [],
    createdAt,
    addresses: places.map((place, i) => makeAddress(name, phone, place, i === 0, createdAt, random)),
    demo: null,
    member: null,
    appetite: 1,
  }
}

function makeAddress(
  name: string,
  phone: string,
  place: Place,
  isDefault: boolean,
  createdAt: Date,
  random: Random,
): AddressRecord {
  const { line1, line2, landmark } = drawStreet(place.locality, random)
  return {
    id: uuidAt(createdAt, random),
    name,
    phone,
    line1,
    line2,
    landmark,
    city: place.city,
    district: place.district,
    state: place.state,
    pincode: place.pincode,
    isDefault,
  }
}
