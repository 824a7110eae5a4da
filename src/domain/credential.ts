import { crc32 } from "node:zlib"

/** The prefix of each kind of credential, for secret scanners. */
export const PREFIXES = {
  live_key: "haat_live_",
  test_key: "haat_test_",
  access_token: "haat_at_",
  // Of a test client. A prefix of its own, so that a server from before test clients refuses it.
  test_access_token: "haat_att_",
  // Of a client itself, live or for tests (RFC 6749, section 4.4).
  client_token: "haat_app_",
  test_client_token: "haat_appt_",
  refresh_token: "haat_rt_",
  authorization_code: "haat_ac_",
  client_secret: "haat_cs_",
  operator_key: "haat_op_",
} as const

export type CredentialKind = keyof typeof PREFIXES

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ""
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/**
 * Builds a credential: prefix, 30 base62 characters (178 bits), and the CRC32 of both in 6 base62 characters.
 * @param byte draws uniformly from 0..255; values beyond the last multiple of 62 are redrawn, to keep the characters
 * uniform
 */
export function composeCredential(kind: CredentialKind, byte: () => number): string {
  let body: string = PREFIXES[kind]
  for (let i = 0; i < RANDOM_LENGTH; ) {
    const drawn = byte()
    if (drawn >= 248) continue
    body += ALPHABET.charAt(drawn % 62)
    i++
  }
  return body + checksum(body)
}

/** Returns the kind of a credential with a valid format and checksum; null otherwise, so that a typo costs no query. */
export function credentialKind(text: string): CredentialKind | null {
  for (const [kind, prefix] of Object.entries(PREFIXES) as [CredentialKind, string][]) {
    if (!text.startsWith(prefix)) continue
    if (!BODY.test(text.slice(prefix.length))) return null
    return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH) ? kind : null
  }
  return null
}
