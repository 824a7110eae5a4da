import { randomInt } from "node:crypto"
import type { Prisma } from "@/platform/prisma/client"
import { hashCredential } from "@/platform/secrets"

export const RECOVERY_CODES = 10

/** Crockford's base32: no letter that reads like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 10
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/

/** 50 bits, in two groups: 7K3QM-X9PTA. */
const mintCode = (): string => {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return `${characters.slice(0, 5)}-${characters.slice(5)}`
}

/** A code as people type it, in its one spelling; null when it is none. */
export const readRecoveryCode = (typed: string): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1")
  return CODE.test(code) ? code : null
}

const hashOf = (accountId: string, code: string): Buffer<ArrayBuffer> =>
  hashCredential(`recovery:${accountId}:${code.replace("-", "")}`)

/** Gives an account new codes in place of those it had. They are shown once; only their hashes are kept. */
export const renewRecoveryCodes = async (tx: Prisma.TransactionClient, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, mintCode)
  await tx.recoveryCode.deleteMany({ where: { accountId } })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ hash: hashOf(accountId, code), accountId })) })
  return codes
}

/** Uses up a code; tells how many are left, or null when it is none of the account's or has been used. */
export const takeRecoveryCode = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  typed: string,
): Promise<number | null> => {
  const code = readRecoveryCode(typed)
  if (code === null) return null
  const taken = await tx.recoveryCode.updateMany({
    where: { hash: hashOf(accountId, code), accountId, usedAt: null },
    data: { usedAt: new Date() },
  })
  return taken.count > 0 ? tx.recoveryCode.count({ where: { accountId, usedAt: null } }) : null
}
