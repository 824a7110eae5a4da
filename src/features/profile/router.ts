import { UpdateProfile } from "@/features/profile/schema"
import { updateProfile } from "@/features/profile/update-profile"
import { portal, router } from "@/trpc/procedures"

export const profile = router({
  update: portal.input(UpdateProfile).mutation(({ ctx, input }) => updateProfile(ctx, input)),
})
