import { randomInt } from "node:crypto"

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
const LENGTH = 24

/** A new client_id: not a secret, but hard to guess. */
export function mintClientId(): string {
  return `haat_client_${Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("")}`
}

const CLIENT_ID = new RegExp(`^haat_client_[0-9a-z]{${LENGTH}}$`)

export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text)
}
