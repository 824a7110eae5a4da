import { z } from "zod"
import { GIVEN_ROLES } from "@/domain/store"
import { changeRole, handOver, leaveStore, removePerson } from "@/features/stores/change-people"
import { getOwnStore } from "@/features/stores/get-own-store"
import { answerInvitation, invite, listInvitations, withdrawInvitation } from "@/features/stores/invitations"
import { listPeople } from "@/features/stores/list-people"
import { openStore } from "@/features/stores/open-store"
import { Invitation, Invite, OpenStore, OwnStore, StorePeople } from "@/features/stores/schema"
import { portal, portalRecent, router } from "@/trpc/procedures"
import { one } from "@/trpc/wire"

const person = z.object({ id: z.string() })
const invitation = z.object({ store: z.string() })

export const stores = router({
  own: portal.output(one(OwnStore.nullable())).query(async ({ ctx }) => ({ data: await getOwnStore(ctx.caller) })),
  open: portal.input(OpenStore).mutation(({ ctx, input }) => openStore(ctx, input)),
  people: portal.output(one(StorePeople)).query(async ({ ctx }) => ({ data: await listPeople(ctx.caller.accountId) })),
  invite: portal.input(Invite).mutation(({ ctx, input }) => invite(ctx, input)),
  withdrawInvitation: portal
    .input(Invite.pick({ email: true }))
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.email)),
  changeRole: portal
    .input(person.extend({ role: z.enum(GIVEN_ROLES) }))
    .mutation(({ ctx, input }) => changeRole(ctx, input.id, input.role)),
  removePerson: portal.input(person).mutation(({ ctx, input }) => removePerson(ctx, input.id)),
  handOver: portalRecent.input(person).mutation(({ ctx, input }) => handOver(ctx, input.id)),
  leave: portal.mutation(({ ctx }) => leaveStore(ctx)),
  invitations: portal
    .output(z.object({ data: z.array(Invitation) }))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.caller.accountId) })),
  accept: portal.input(invitation).mutation(({ ctx, input }) => answerInvitation(ctx, input.store, true)),
  decline: portal.input(invitation).mutation(({ ctx, input }) => answerInvitation(ctx, input.store, false)),
})
