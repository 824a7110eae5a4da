import { z } from "zod"
import { ASSIGNABLE_ROLES } from "@/domain/store"
import { changeRole, transferOwnership, leaveStore, removePeople } from "@/features/stores/change-members"
import { getOwnStore } from "@/features/stores/get-own-store"
import { respondToInvitation, invite, listInvitations } from "@/features/stores/invitations"
import { listMembers } from "@/features/stores/list-members"
import { openStore } from "@/features/stores/open-store"
import { Invitation, Invite, OpenStore, OwnStore, StoreMembers } from "@/features/stores/schema"
import { portalProcedure, recentPortalProcedure, router } from "@/trpc/procedures"
import { dataSchema } from "@/trpc/wire"

const MemberInput = z.object({ id: z.string() })
const InvitationInput = z.object({ store: z.string() })

export const stores = router({
  own: portalProcedure
    .output(dataSchema(OwnStore.nullable()))
    .query(async ({ ctx }) => ({ data: await getOwnStore(ctx.caller) })),
  open: portalProcedure.input(OpenStore).mutation(({ ctx, input }) => openStore(ctx, input)),
  people: portalProcedure
    .output(dataSchema(StoreMembers))
    .query(async ({ ctx }) => ({ data: await listMembers(ctx.caller.accountId) })),
  invite: portalProcedure.input(Invite).mutation(({ ctx, input }) => invite(ctx, input)),
  withdrawInvitation: portalProcedure
    .input(Invite.pick({ email: true }))
    .mutation(({ ctx, input }) => removePeople(ctx, { ids: [], emails: [input.email] })),
  changeRole: portalProcedure
    .input(MemberInput.extend({ role: z.enum(ASSIGNABLE_ROLES) }))
    .mutation(({ ctx, input }) => changeRole(ctx, input.id, input.role)),
  removePerson: portalProcedure
    .input(MemberInput)
    .mutation(({ ctx, input }) => removePeople(ctx, { ids: [input.id], emails: [] })),
  /** Removes members by their ids and withdraws invitations by their addresses, all or none. */
  removePeople: portalProcedure
    .input(z.object({ ids: z.array(z.string()).max(100), emails: z.array(Invite.shape.email).max(100) }))
    .mutation(({ ctx, input }) => removePeople(ctx, input)),
  transferOwnership: recentPortalProcedure
    .input(MemberInput)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input.id)),
  leave: portalProcedure.mutation(({ ctx }) => leaveStore(ctx)),
  invitations: portalProcedure
    .output(z.object({ data: z.array(Invitation) }))
    .query(async ({ ctx }) => ({ data: await listInvitations(ctx.caller.accountId) })),
  accept: portalProcedure
    .input(InvitationInput)
    .mutation(({ ctx, input }) => respondToInvitation(ctx, input.store, true)),
  decline: portalProcedure
    .input(InvitationInput)
    .mutation(({ ctx, input }) => respondToInvitation(ctx, input.store, false)),
})
