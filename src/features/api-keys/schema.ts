import { z } from "zod"
import { isNetwork } from "@/domain/ip-network"
import { KEY_SCOPES } from "@/domain/scope"
import { dateInput, textSchema, timestamp } from "@/trpc/wire"

const KEY_MODES = ["live", "test"] as const

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(KEY_MODES),
  status: z.enum(["active", "expired", "revoked"]),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The secret's prefix and last four characters; nothing else can be shown again. */
  prefix: z.string(),
  last_four: z.string(),
  allowed_ips: z.array(z.string()),
  /** Requests per minute. */
  rate_limit: z.int(),
  /** The highest limit that its owner may set, in requests per minute. */
  rate_limit_max: z.int(),
  /** The API version of requests that name none. */
  api_version: z.string(),
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  created_at: timestamp,
  /** Old secrets that are still valid after a roll, and until when. */
  old_secrets: z.array(z.object({ last_four: z.string(), expires_at: timestamp })),
})

export type ApiKey = z.output<typeof ApiKey>

/** A key as the API shows it. */
export const ApiKeySummary = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(["active", "expired", "revoked"]),
    scopes: z.array(z.enum(KEY_SCOPES)),
    prefix: z.string().describe("The beginning of the secret."),
    last_four: z.string().describe("The last four characters of the secret."),
    rate_limit: z.int().describe("Requests per minute."),
    last_used_at: timestamp.nullable().describe("When the key was last used, to the minute; null if never."),
    expires_at: timestamp.nullable().describe("Null if it does not expire."),
    created_at: timestamp,
  })
  .meta({
    id: "ApiKey",
    description: "An API key without its secret.",
    examples: [
      {
        id: "key_01939a6e-0000-7000-8000-000000000001",
        name: "Warehouse",
        status: "active",
        scopes: ["seller.orders.read", "seller.orders.write"],
        prefix: "haat_live_",
        last_four: "h4Kq",
        rate_limit: 300,
        last_used_at: "2026-11-26T05:31:00.000Z",
        expires_at: null,
        created_at: "2026-05-04T09:12:00.000Z",
      },
    ],
  })
export type ApiKeySummary = z.output<typeof ApiKeySummary>

/** What the audit log records of a key; its action is `api_key.` and this. */
export const KEY_EVENTS = ["created", "updated", "rolled", "revoked", "limit_set"] as const
export type KeyEventType = (typeof KEY_EVENTS)[number]

export const KeyEvent = z.object({
  id: z.uuid(),
  type: z.enum(KEY_EVENTS),
  /** The fields that an update changed. */
  changed: z.array(z.enum(["name", "allowed_ips", "rate_limit", "api_version"])),
  /** Whether the key's account made it; otherwise staff did. */
  by_account: z.boolean(),
  /** The IP address from which the account made it. */
  ip: z.string().nullable(),
  created_at: timestamp,
})
export type KeyEvent = z.output<typeof KeyEvent>

/** How many days before a key expires its account is notified. */
export const EXPIRY_NOTICE_DAYS = [7, 1] as const

/** The data of key.expiring. */
export const ExpiringKey = ApiKeySummary.extend({
  expires_at: timestamp,
  days_left: z
    .union(EXPIRY_NOTICE_DAYS.map((days) => z.literal(days)))
    .describe("Days until the key expires, rounded up."),
}).meta({
  id: "ExpiringKey",
  description: "An API key that is about to expire.",
  examples: [
    {
      id: "key_01939a6e-0000-7000-8000-000000000001",
      name: "Warehouse",
      status: "active",
      scopes: ["seller.orders.read", "seller.orders.write"],
      prefix: "haat_live_",
      last_four: "h4Kq",
      rate_limit: 300,
      last_used_at: "2026-05-03T08:10:00.000Z",
      expires_at: "2026-05-10T08:12:00.000Z",
      created_at: "2025-05-10T08:12:00.000Z",
      days_left: 7,
    },
  ],
})
export type ExpiringKey = z.output<typeof ExpiringKey>

/** A key with its secret, which is never shown again. */
export const NewApiKey = z.object({ key: ApiKey, secret: z.string() })
export type NewApiKey = z.output<typeof NewApiKey>

// Later timestamps have a year of five digits, which our format cannot represent.
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z")

const Name = textSchema(80)
  .transform((name) => name.trim())
  .pipe(z.string().min(1))

const AllowedIps = z
  .array(
    z
      .string()
      .trim()
      .max(50)
      .refine(isNetwork, { message: "Must be an IP address or a CIDR block", params: { code: "invalid_network" } }),
  )
  .max(50)

// Strict: a page of an older version may send a mode, and must not get a key of another one.
export const CreateApiKey = z.strictObject({
  name: Name,
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1)
    .transform((scopes) => [...new Set(scopes)]),
  expires_at: dateInput
    .refine((at) => at.getTime() > Date.now(), { message: "Must be in the future", params: { code: "in_the_past" } })
    .refine((at) => at.getTime() <= LAST_INSTANT, {
      message: "Must be before the year 10000",
      params: { code: "too_late" },
    })
    .nullable()
    .default(null),
  allowed_ips: AllowedIps.default([]),
  rate_limit: z.int().min(1).nullable().default(null).describe("Requests per minute; may only lower the default."),
  api_version: z.string().optional().describe("The API version of requests that name none; the newest by default."),
})

export type CreateApiKey = z.output<typeof CreateApiKey>

/** Fields that are left out are not changed. */
export const UpdateApiKey = z.object({
  id: z.string(),
  name: Name.optional(),
  allowed_ips: AllowedIps.optional(),
  rate_limit: z.int().min(1).optional().describe("Requests per minute; at most rate_limit_max."),
  api_version: z.string().optional().describe("The API version of requests that name none."),
})

export type UpdateApiKey = z.output<typeof UpdateApiKey>

/** How long the old secret stays valid after a roll, in seconds. */
export const ROLL_OVERLAPS = { now: 0, "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const
export type RollOverlap = keyof typeof ROLL_OVERLAPS
