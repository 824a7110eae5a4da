import { v7 as uuidv7 } from "uuid"
import { HOUR_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { hashPassword } from "@/auth/password"
import { invalid, Problem } from "@/domain/problem"
import { rejectGuessablePassword } from "@/features/accounts/guessable-password"
import type { CreateFirstStaff } from "@/features/accounts/schema"
import { audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { sha256 } from "@/platform/secrets"

const PER_HOUR = 30

function validLink(token: string) {
  return { hash: sha256(token), usedAt: null, expiresAt: { gt: new Date() } } satisfies Prisma.FirstStaffLinkWhereInput
}

/** A link must never create a second staff account. */
async function hasStaff(db: Prisma.TransactionClient): Promise<boolean> {
  return (await db.account.count({ where: { roles: { has: "staff" } } })) > 0
}

/** Whether the link that `npm start` printed can still be used. */
export async function isFirstStaffLinkValid(token: string): Promise<boolean> {
  return (await prisma().firstStaffLink.count({ where: validLink(token) })) > 0 && !(await hasStaff(prisma()))
}

/**
 * Creates the first staff account of an installation, for the operator who has the link from its terminal.
 * @throws Problem not_found, when the link is unknown, used or expired; validation_failed, when the email address has
 * an account; rate_limit_exceeded
 */
export async function createFirstStaff(
  { token, ...input }: CreateFirstStaff,
  { ip, requestId }: { ip: string | null; requestId: string },
): Promise<void> {
  await consumeOrThrow(`first-staff:from:${rateLimitSubject(ip)}`, PER_HOUR, HOUR_SECONDS)
  // A password is hashed only for a valid link, because hashing is expensive.
  if (!(await isFirstStaffLinkValid(token))) throw invalidLinkProblem()
  rejectGuessablePassword(input.password, input)
  const passwordHash = await hashPassword(input.password)
  await prismaTransaction(async (tx) => {
    const now = new Date()
    const claimed = await tx.firstStaffLink.updateMany({ where: validLink(token), data: { usedAt: now } })
    if (claimed.count === 0 || (await hasStaff(tx))) throw invalidLinkProblem()
    const { email, name, locale } = input
    const id = uuidv7()
    const added = await tx.account.createMany({
      data: { id, email, name, passwordHash, locale, roles: ["staff"], emailVerifiedAt: now },
      skipDuplicates: true,
    })
    // An existing account belongs to the person who signed up with it, and must not become staff.
    if (added.count === 0) throw invalid("email", "taken", "An account with this email address already exists.")
    const caller = { kind: "system", accountId: id } as const
    await audit(queryableOf(tx), { caller, ip, requestId }, "account.first_staff_created", id)
  })
}

function invalidLinkProblem(): Problem {
  return new Problem("not_found", { message: "This link has been used or has expired." })
}
