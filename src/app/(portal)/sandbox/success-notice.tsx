import type { ReactNode } from "react"
import { Notice } from "@/ui/notice"

/** Says that a change was made. It belongs into an element with role="status", which is there before. */
export function SuccessNotice({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4">
      <Notice tone="good">
        <p>{children}</p>
      </Notice>
    </div>
  )
}

/** The summary of options that are folded away. */
export const FOLD_CLASSES = "w-fit cursor-pointer rounded-lg py-1 text-sm font-medium text-link"
