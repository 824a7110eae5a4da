import { z } from "zod"
import { ACTIVITY_ACTIONS } from "@/domain/activity"
import { IDENTITY_PROVIDERS } from "@/domain/identity-provider"
import { textSchema, timestamp } from "@/trpc/wire"

export const PASSKEYS_MAX = 20

const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether its provider synchronizes it, so that it works on more than one device. */
  backed_up: z.boolean(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

type Passkey = z.output<typeof Passkey>

/** An account of an identity provider that signs in to this account. */
const ConnectedIdentity = z.object({
  provider: z.enum(IDENTITY_PROVIDERS),
  /** The provider's name. */
  name: z.string(),
  /** The address that the provider last named. */
  email: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

/** Something that was done to the account, its credentials or its connected apps. */
export const Activity = z.object({
  id: z.uuid(),
  action: z.enum(ACTIVITY_ACTIONS),
  /** The name of what the action is about: a key, a passkey, an app or an identity provider. */
  name: z.string().nullable(),
  by: z.enum(["account", "staff"]),
  ip: z.string().nullable(),
  created_at: timestamp,
})

export type Activity = z.output<typeof Activity>

export const SecurityState = z.object({
  has_password: z.boolean(),
  identities: z.array(ConnectedIdentity),
  password_changed_at: timestamp.nullable(),
  totp_since: timestamp.nullable(),
  recovery_codes_left: z.int(),
  passkeys: z.array(Passkey),
})

export type SecurityState = z.output<typeof SecurityState>

/** The secret of an authenticator app during its setup. */
export const NewTotp = z.object({
  /** The secret in base32, for typing. */
  secret: z.string(),
  /** The secret as an otpauth URI. */
  uri: z.string(),
  /** The URI as a QR code: an SVG path in a square of `size` modules. */
  qr: z.object({ size: z.int(), path: z.string() }),
})

export type NewTotp = z.output<typeof NewTotp>

export const passkeyName = textSchema(80)
  .transform((name) => name.trim())
  .pipe(z.string().min(1))

const base64 = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/)

/** A browser's response to a request for a new passkey (RegistrationResponseJSON), with the fields that are read. */
export const PasskeyRegistration = z.object({
  id: base64,
  rawId: base64,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}),
})

export type PasskeyRegistration = z.output<typeof PasskeyRegistration>
