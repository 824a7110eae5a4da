// SQL: it locks a row (FOR UPDATE), which Prisma cannot express.
import { v7 as uuidv7 } from "uuid"
import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { LIVE_WORLD } from "@/domain/world"
import type { DecideStore, StoreDecision } from "@/features/staff-stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"

/** @returns how many stores it changed: none, when this one is in another state. */
type StoreTransition = (
  tx: Prisma.TransactionClient,
  store: { id: number; approvedAt: Date | null },
) => Promise<{ count: number }>

// A store that has orders or products is suspended, not declined, because they must stay.
const TRANSITIONS: Record<StoreDecision, StoreTransition> = {
  approve: (tx, { id }) =>
    tx.store.updateMany({ where: { id, status: "pending" }, data: { status: "approved", approvedAt: new Date() } }),
  decline: (tx, { id }) => tx.store.deleteMany({ where: { id, status: "pending", products: { none: {} } } }),
  suspend: (tx, { id }) =>
    tx.store.updateMany({ where: { id, status: { not: "suspended" } }, data: { status: "suspended" } }),
  reinstate: (tx, { id, approvedAt }) =>
    tx.store.updateMany({
      where: { id, status: "suspended" },
      data: { status: "approved", approvedAt: approvedAt ?? new Date() },
    }),
}

const DECISION_OUTCOMES = {
  approve: "approved",
  decline: "declined",
  suspend: "suspended",
  reinstate: "reinstated",
} as const

/**
 * Decides about a store, and emails the message to its owner. While it is suspended, its products are hidden and its
 * members handle no orders.
 * @throws Problem not_found; invalid_state, when its state does not allow the decision, or the staff member belongs to
 * the store.
 */
export async function decideStore(actor: Actor, { store: slug, decision, message }: DecideStore): Promise<void> {
  if (slug.includes("\0")) throw new Problem("not_found")
  await credentialTransaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM store WHERE slug = ${slug} AND world_id = ${LIVE_WORLD.id}::uuid FOR UPDATE`
    const store = await tx.store.findUnique({
      where: { slug_worldId: { slug, worldId: LIVE_WORLD.id } },
      select: {
        id: true,
        name: true,
        approvedAt: true,
        members: {
          where: { OR: [{ role: "owner" }, { accountId: actor.caller.accountId }] },
          select: { accountId: true, role: true, account: { select: { name: true, email: true, locale: true } } },
        },
      },
    })
    if (!store) throw new Problem("not_found")
    if (store.members.some(({ accountId }) => accountId === actor.caller.accountId))
      throw new Problem("invalid_state", { message: "You cannot decide on your own store." })
    if ((await TRANSITIONS[decision](tx, store)).count === 0)
      throw new Problem("invalid_state", {
        message: `This store cannot be ${DECISION_OUTCOMES[decision]} in its current state.`,
      })
    await audit(queryableOf(tx), actor, `store.${DECISION_OUTCOMES[decision]}`, String(store.id), {
      store: slug,
      message,
    })
    const owner = store.members.find(({ role }) => role === "owner")?.account
    if (!owner) return
    await addJob(queryableOf(tx), "send_mail", {
      id: `store-${DECISION_OUTCOMES[decision]}-${uuidv7()}`,
      to: owner.email,
      locale: owner.locale,
      template: `store_${DECISION_OUTCOMES[decision]}`,
      values: { name: owner.name, store: store.name, words: message, link: `${env.appUrl}/store` },
    })
  })
}
