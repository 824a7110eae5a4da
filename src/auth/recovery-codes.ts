import { randomInt } from "node:crypto"
import type { Prisma } from "@/platform/prisma/client"
import { hashCredential } from "@/platform/secrets"

const RECOVERY_CODES = 10

/** Crockford's base32, without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 10
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/

/** Generates a code of 50 bits in two groups: 7K3QM-X9PTA. */
function mintCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `${characters.slice(0, 5)}-${characters.slice(5)}`
}

/** Normalizes a code as typed; null if it is invalid. */
function readRecoveryCode(input: string): string | null {
  const code = input.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1")
  return CODE.test(code) ? code : null
}

function hashOf(accountId: string, code: string): Buffer<ArrayBuffer> {
  return hashCredential(`recovery:${accountId}:${code.replace("-", "")}`)
}

/** Replaces an account's recovery codes. They are shown once; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Prisma.TransactionClient, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, mintCode)
  await tx.recoveryCode.deleteMany({ where: { accountId } })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ hash: hashOf(accountId, code), accountId })) })
  return codes
}

/** Consumes a code and returns how many are left; null if it is not one of the account's unused codes. */
export async function consumeRecoveryCode(
  tx: Prisma.TransactionClient,
  accountId: string,
  input: string,
): Promise<number | null> {
  const code = readRecoveryCode(input)
  if (code === null) return null
  const updated = await tx.recoveryCode.updateMany({
    where: { hash: hashOf(accountId, code), accountId, usedAt: null },
    data: { usedAt: new Date() },
  })
  return updated.count > 0 ? tx.recoveryCode.count({ where: { accountId, usedAt: null } }) : null
}
