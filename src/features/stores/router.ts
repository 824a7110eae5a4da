import { z } from "zod"
import { GIVEN_ROLES } from "@/domain/store"
import { changeRole, transferOwnership, leaveStore, removeMember } from "@/features/stores/change-members"
import { getOwnStore } from "@/features/stores/get-own-store"
import { respondToInvitation, invite, listInvitations, withdrawInvitation } from "@/features/stores/invitations"
import { listMembers } from "@/features/stores/list-members"
import { openStore } from "@/features/stores/open-store"
import { Invitation, Invite, OpenStore, OwnStore, StoreMembers } from "@/features/stores/schema"
import { portal, portalRecent, router } from "@/trpc/procedures"
import { one } from "@/trpc/wire"

const MemberInput = z.object({ id: z.string() })
const InvitationInput = z.object({ store: z.string() })

export const stores = router({
  own: portal.output(one(OwnStore.nullable())).query(async ({ ctx }) => ({ data: await getOwnStore(ctx.caller) })),
  open: portal.input(OpenStore).mutation(({ ctx, input }) => openStore(ctx, input)),
  people: portal
    .output(one(StoreMembers))
    .query(async ({ ctx }) => ({ data: await listMembers(ctx.caller.accountId) })),
  invite: portal.input(Invite).mutation(({ ctx, input }) => invite(ctx, input)),
  withdrawInvitation: portal
    .input(Invite.pick({ email: true }))
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.email)),
  changeRole: portal
    .input(MemberInput.extend({ role: z.enum(GIVEN_ROLES) }))
    .mutation(({ ctx, input }) => changeRole(ctx, input.id, input.role)),
  removePerson: portal.input(MemberInput).mutation(({ ctx, input }) => removeMember(ctx, input.id)),
  handOver: portalRecent.input(MemberInput).mutation(({ ctx, input }) => transferOwnership(ctx, input.id)),
  leave: portal.mutation(({ ctx }) => leaveStore(ctx)),
  invitations: portal
    .output(z.object({ data: z.array(Invitation) }))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.caller.accountId) })),
  accept: portal.input(InvitationInput).mutation(({ ctx, input }) => respondToInvitation(ctx, input.store, true)),
  decline: portal.input(InvitationInput).mutation(({ ctx, input }) => respondToInvitation(ctx, input.store, false)),
})
