import { internal } from "@/api/internal"
import { v1 } from "@/api/v1"
import { mergeRouters, router } from "@/trpc/procedures"

/** All operations that are served: the public ones, and those of the operator's own shop. */
export const served = mergeRouters(v1, router({ internal }))
