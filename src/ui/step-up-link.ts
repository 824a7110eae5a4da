import type { TRPCClientError, TRPCLink } from "@trpc/client"
import { observable, type Unsubscribable } from "@trpc/server/observable"
import type { PortalRouter } from "@/api/portal"
import { RESPONDED_AT_HEADER } from "@/domain/responded-at-header"
import { recordMutation } from "@/ui/last-mutation"
import { requestChallenge, type AuthChallenge } from "@/ui/auth-challenge"

const CHALLENGES: Readonly<Record<string, AuthChallenge>> = {
  reauthentication_required: "proof",
  authentication_required: "sign_in",
}

/** The context of a call that must not open a dialog when it is refused. */
export const NON_INTERACTIVE = { nonInteractive: true }

/** Repeats a call once, after the person has reauthenticated or signed in. */
export const stepUpLink: TRPCLink<PortalRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let [subscription, cancelled]: [Unsubscribable | null, boolean] = [null, false]
      const send = (onError: (error: TRPCClientError<PortalRouter>) => void): void => {
        subscription = next(op).subscribe({
          next: (result) => {
            if (op.type === "mutation") recordMutation(respondedAt(result.context))
            observer.next(result)
          },
          error: onError,
          complete: () => observer.complete(),
        })
      }
      send((error) => {
        const challenge = CHALLENGES[error.data?.problem ?? ""]
        if (!challenge || op.context.nonInteractive === true) return observer.error(error)
        void requestChallenge(challenge).then((completed) => {
          if (completed && !cancelled) send((retryError) => observer.error(retryError))
          else observer.error(error)
        })
      })
      return () => {
        cancelled = true
        subscription?.unsubscribe()
      }
    })

/** The server's time of a response; without its header, this device's. */
function respondedAt(context: Record<string, unknown> | undefined): number {
  const { response } = context ?? {}
  return Number(response instanceof Response && response.headers.get(RESPONDED_AT_HEADER)) || Date.now()
}
