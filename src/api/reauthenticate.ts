import { authenticate } from "@/auth/bearer"
import type { BearerCaller } from "@/domain/caller"
import { isProblem } from "@/domain/problem"
import type { HttpRequest } from "@/http/message"

/** Authenticates a long request again; null if its credential is refused now. */
export async function reauthenticate(request: HttpRequest): Promise<BearerCaller | null> {
  try {
    const { caller, problem } = await authenticate(request.header("authorization"), request.ip)
    return problem ? null : caller
  } catch (error) {
    if (isProblem(error) && error.status === 401) return null
    throw error
  }
}
