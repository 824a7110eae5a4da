import { UpdateProfile } from "@/features/profile/schema"
import { updateProfile } from "@/features/profile/update-profile"
import { portalProcedure, router } from "@/trpc/procedures"

export const profile = router({
  update: portalProcedure.input(UpdateProfile).mutation(({ ctx, input }) => updateProfile(ctx, input)),
})
