import type { TRPCClientError, TRPCLink } from "@trpc/client"
import { observable, type Unsubscribable } from "@trpc/server/observable"
import type { PortalRouter } from "@/api/portal"
import { countChange } from "@/ui/changes"
import { askPerson, type Interruption } from "@/ui/interruptions"

const INTERRUPTIONS: Readonly<Record<string, Interruption>> = {
  reauthentication_required: "proof",
  authentication_required: "sign_in",
}

/** The context of a call that must not open a dialog when it is refused. */
export const UNATTENDED = { unattended: true }

/** Repeats a call once, after the person has reauthenticated or signed in. */
export const stepUpLink: TRPCLink<PortalRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let [sent, cancelled]: [Unsubscribable | null, boolean] = [null, false]
      const send = (onError: (error: TRPCClientError<PortalRouter>) => void): void => {
        sent = next(op).subscribe({
          next: (result) => {
            if (op.type === "mutation") countChange()
            observer.next(result)
          },
          error: onError,
          complete: () => observer.complete(),
        })
      }
      send((error) => {
        const interruption = INTERRUPTIONS[error.data?.problem ?? ""]
        if (!interruption || op.context.unattended === true) return observer.error(error)
        void askPerson(interruption).then((given) => {
          if (given && !cancelled) send((again) => observer.error(again))
          else observer.error(error)
        })
      })
      return () => {
        cancelled = true
        sent?.unsubscribe()
      }
    })
