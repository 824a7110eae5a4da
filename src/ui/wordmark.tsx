import { useTranslations } from "next-intl"

/** The logo (a stall with its awning) and the name. */
export function Wordmark() {
  return <BrandMark name={useTranslations("Common")("brand")} />
}

/** The wordmark without hooks, for pages that are rendered outside Next's tree. */
export function BrandMark({ name }: { name: string }) {
  return (
    <span className="flex w-fit items-center gap-2.5 text-lg font-semibold text-ink">
      <svg viewBox="0 0 64 64" className="size-7" aria-hidden="true">
        <rect width="64" height="64" rx="15" fill="#a23b14" />
        <path d="M14 16h36l5 13H9z" fill="#fff6e4" />
        <path d="M9 29h11.5a5.75 5.75 0 0 1-11.5 0zM32 29h11.5a5.75 5.75 0 0 1-11.5 0z" fill="#fff6e4" />
        <path d="M20.5 29H32a5.75 5.75 0 0 1-11.5 0zM43.5 29H55a5.75 5.75 0 0 1-11.5 0z" fill="#f2b83f" />
        <path
          d="M15 38.5v11h34v-11"
          fill="none"
          stroke="#fff6e4"
          strokeWidth="4.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {name}
    </span>
  )
}
