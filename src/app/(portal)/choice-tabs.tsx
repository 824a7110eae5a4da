import Link from "next/link"

interface ChoiceTabsProps<Choice extends string> {
  label: string
  choices: readonly (readonly [choice: Choice, label: string])[]
  /** Undefined if what is shown is none of them. */
  current: Choice | undefined
  href: (choice: Choice) => string
}

/** Tabs between views of a page; the choice is in the URL. */
export function ChoiceTabs<Choice extends string>({ label, choices, current, href }: ChoiceTabsProps<Choice>) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-fit rounded-lg border border-line bg-surface p-0.5">
        {choices.map(([choice, label]) => (
          <li key={choice}>
            <Link
              href={href(choice)}
              scroll={false}
              aria-current={choice === current ? "page" : undefined}
              className="inline-flex min-h-9 items-center rounded-md px-3 text-sm text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
