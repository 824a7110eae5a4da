import { z } from "zod"
import { getOwnStore } from "@/features/stores/get-own-store"
import { portal, router } from "@/trpc/procedures"

export const stores = router({
  /** The store that the account works for, whatever its state; null when there is none. */
  own: portal
    .output(
      z.object({
        data: z
          .object({
            slug: z.string(),
            name: z.string(),
            status: z.enum(["pending", "approved", "suspended"]),
            role: z.enum(["owner", "manager", "orders", "catalogue"]),
            handles_orders: z.boolean(),
          })
          .nullable(),
      }),
    )
    .query(async ({ ctx }) => ({ data: await getOwnStore(ctx.caller) })),
})
