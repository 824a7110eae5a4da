import { type ReactNode, useId } from "react"

interface Tab {
  value: string
  label: string
  /** Shown at the end of the bar, while the tab is selected. */
  action?: ReactNode
  content: ReactNode
}

/** One of several contents at a time. Radio buttons select it, so it needs no scripts. */
export function Tabs({ legend, tabs }: { legend: string; tabs: readonly Tab[] }) {
  const id = useId()
  const hasAction = tabs.some(({ action }) => action !== undefined)
  return (
    <fieldset className="min-w-0 rounded-lg border border-line bg-surface">
      <legend className="sr-only">{legend}</legend>
      {/* The action keeps its place beside the tabs, however many lines they take. */}
      <div className={`relative flex flex-wrap items-center gap-x-0.5 ${hasAction ? "pr-26" : ""}`}>
        {tabs.map(({ value, label, action, content }, index) => (
          <div key={value} className="group/tab contents">
            <label
              lang="en"
              className="my-1 cursor-pointer rounded-md px-2 py-1.5 text-xs text-muted first:ml-1 hover:text-ink has-checked:bg-sunken has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input type="radio" name={id} value={value} defaultChecked={index === 0} className="sr-only" />
              {label}
            </label>
            {action !== undefined && (
              <div className="absolute top-0 right-1 hidden items-center group-has-[:checked]/tab:flex">{action}</div>
            )}
            <div
              className={`order-1 hidden min-w-0 border-t border-line group-has-[:checked]/tab:block ${hasAction ? "-mr-26 basis-[calc(100%+6.5rem)]" : "basis-full"}`}
            >
              {content}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
