import { z } from "zod"
import { text, timestamp } from "@/trpc/wire"

export const PASSKEYS_MAX = 20

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether its maker keeps a copy of it, so that it works on more than one device. */
  backed_up: z.boolean(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export type Passkey = z.output<typeof Passkey>

export const SecurityState = z.object({
  password_changed_at: timestamp.nullable(),
  totp_since: timestamp.nullable(),
  recovery_codes_left: z.int(),
  passkeys: z.array(Passkey),
})

export type SecurityState = z.output<typeof SecurityState>

/** The secret of an authenticator app that is being set up, shown while it is. */
export const NewTotp = z.object({
  /** The seed in base32, for typing. */
  secret: z.string(),
  /** The same as an otpauth address. */
  uri: z.string(),
  /** The same as a QR code: an SVG path in a square of as many units as it has modules. */
  qr: z.object({ size: z.int(), path: z.string() }),
})

export type NewTotp = z.output<typeof NewTotp>

export const passkeyName = text(80)
  .transform((name) => name.trim())
  .pipe(z.string().min(1))

const base64 = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/)

/** What a browser answers to a request for a new passkey (RegistrationResponseJSON), as far as it is read. */
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
