import { v7 as uuidv7 } from "uuid"
import { DAY_SECONDS, HOUR_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { hashPassword } from "@/auth/password"
import type { CookieAccess } from "@/auth/known-device"
import { normalizeMailbox } from "@/domain/email-address"
import { signInEntryPath } from "@/domain/return-path"
import type { SignUp } from "@/features/accounts/schema"
import { rejectGuessablePassword } from "@/features/accounts/guessable-password"
import { sendVerificationEmail } from "@/features/accounts/send-verification-email"
import { signUpCookie } from "@/features/accounts/sign-up-browser"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { consume, consumeOrThrow } from "@/platform/rate-limit/rate-limit"

const PER_HOUR = 30
/** Daily limit of emails to an address that already has an account, over all sign-ups with it. */
const NOTICES_PER_DAY = 3

/**
 * Creates an account and sends a link to confirm its address. If the address already has an account, its owner is
 * notified by email and the response is the same, so that it does not reveal who has one.
 * @throws Problem rate_limit_exceeded; validation_failed, for an easily guessed password
 */
export async function signUp(
  input: SignUp,
  { ip, setCookie }: { ip: string | null } & Pick<CookieAccess, "setCookie">,
): Promise<void> {
  await consumeOrThrow(`sign-up:from:${rateLimitSubject(ip)}`, PER_HOUR, HOUR_SECONDS)
  rejectGuessablePassword(input.password, input)
  const passwordHash = await hashPassword(input.password)
  const id = uuidv7()
  await prismaTransaction(async (tx) => {
    const { email, name, locale } = input
    const { count } = await tx.account.createMany({
      data: { id, email, name, passwordHash, locale },
      skipDuplicates: true,
    })
    if (count > 0) {
      await sendVerificationEmail(tx, { id, email, name, locale }, input.back)
      return
    }
    const existing = await tx.account.findFirst({ where: { email }, select: { name: true, locale: true } })
    if (
      !existing ||
      !(await consume(`sign-up:notice:${normalizeMailbox(input.email)}`, NOTICES_PER_DAY, DAY_SECONDS)).allowed
    )
      return
    const values = { name: existing.name, link: env.appUrl + signInEntryPath(input.back) }
    await addJob(queryableOf(tx), "send_mail", {
      id: uuidv7(),
      to: input.email,
      locale: existing.locale,
      template: "already_registered",
      values,
    })
  })
  setCookie(signUpCookie(id))
}
