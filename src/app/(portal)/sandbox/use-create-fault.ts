import { type FormEvent, useActionState } from "react"
import { createFaultWithoutScripts } from "@/app/(portal)/sandbox/actions"
import { resultOf } from "@/app/(portal)/sandbox/posted"
import { readFaultForm } from "@/app/(portal)/sandbox/read-forms"
import { useRefreshSandbox } from "@/app/(portal)/sandbox/use-refresh-sandbox"
import { trpc } from "@/ui/trpc"

/** A form that creates a fault, with or without scripts. */
export function useCreateFault() {
  const refresh = useRefreshSandbox()
  const [posted, action] = useActionState(createFaultWithoutScripts, null)
  const create = trpc.sandboxControls.createFault.useMutation({ onSuccess: refresh })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    create.mutate(readFaultForm(new FormData(event.currentTarget)))
  }
  return {
    action,
    form: { onSubmit, noValidate: true, "data-once": true },
    pending: create.isPending,
    values: posted?.values,
    ...resultOf(create, posted),
  }
}
