import { createHmac } from "node:crypto"
import type { Persona } from "@/domain/persona"
import { publicId } from "@/domain/public-id"
import { derivedKey } from "@/platform/secrets"

/** The name of the person to whom the orders of a sandbox are sent. */
const PERSONA_NAME = "Asha Jha"

/** When the API was released: a time of the account would lead to it. */
const PERSONA_CREATED_AT = new Date("2026-05-01T00:00:00.000Z")

/**
 * Returns the persona of an account for one app, the same each time. Its subject is a pairwise identifier (OpenID
 * Connect Core, section 8.1) by a keyed hash: apps cannot tell by it that two of them know the same person, nor who it
 * is.
 * @param liveAppId of the app whose test client asks, so that a new test client knows the same people
 */
export function personaOf(liveAppId: string, accountId: string): Persona {
  const uuid = pairwiseId(liveAppId, accountId)
  return {
    subject: publicId("account", uuid),
    name: PERSONA_NAME,
    email: `person-${uuid.replaceAll("-", "").slice(0, 16)}@example.com`,
    emailVerified: true,
    locale: "en",
    avatarPath: null,
    since: PERSONA_CREATED_AT,
  }
}

/** Returns the `sid` of a session by which a test client can end it, but not find it in ID tokens of other clients. */
export function pairwiseSessionId(liveAppId: string, sessionId: string): string {
  return pairwiseId(liveAppId, sessionId)
}

function pairwiseId(liveAppId: string, id: string): string {
  return uuidV8(createHmac("sha256", derivedKey("personas")).update(`${liveAppId} ${id}`).digest())
}

/** Builds a UUID of the first 122 bits (RFC 9562, section 5.8). */
function uuidV8(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
