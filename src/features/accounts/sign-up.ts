import { v7 as uuidv7 } from "uuid"
import { limitSubject } from "@/auth/network"
import { hashPassword } from "@/auth/password"
import { entrancePath } from "@/domain/return-path"
import type { SignUp } from "@/features/accounts/schema"
import { mailVerification } from "@/features/accounts/mail-verification"
import { query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { takeOrRefuse } from "@/platform/rate-limit"

const PER_HOUR = 30
const HOUR_SECONDS = 60 * 60

/**
 * Makes an account and mails a link to confirm its address. When the address has an account already, its owner is told by mail
 * and the answer is the same, so that nobody learns who has one.
 * @throws Problem rate_limit_exceeded
 */
export const signUp = async (input: SignUp, address: string | null): Promise<void> => {
  await takeOrRefuse(`sign-up:from:${limitSubject(address)}`, PER_HOUR, HOUR_SECONDS)
  const passwordHash = await hashPassword(input.password)
  await transaction(async (tx) => {
    const [made] = await query<{ id: string }>(
      "INSERT INTO account (id, email, name, password_hash, locale, updated_at) VALUES ($1, $2, $3, $4, $5, now()) ON CONFLICT (email) DO NOTHING RETURNING id",
      [uuidv7(), input.email, input.name, passwordHash, input.locale],
      tx,
    )
    if (made) {
      await mailVerification(tx, { id: made.id, ...input }, input.back)
      return
    }
    const [owner] = await query<{ name: string; locale: string }>(
      "SELECT name, locale FROM account WHERE email = $1",
      [input.email],
      tx,
    )
    if (!owner) return
    const values = { name: owner.name, link: env.appUrl + entrancePath(input.back) }
    await addJob(tx, "send_mail", {
      id: uuidv7(),
      to: input.email,
      locale: owner.locale,
      template: "already_registered",
      values,
    })
  })
}
