const LOOKS = [
  "bg-marigold-soft text-marigold-ink",
  "bg-neem-soft text-neem-ink",
  "bg-indigo-soft text-indigo-ink",
  "bg-danger-soft text-danger-ink",
] as const

interface AppLogoProps {
  name: string
  logo: string | null
  large?: boolean
  /** In a row of a table. */
  small?: boolean
}

/** An app's logo, or the first letter of its name. The name is always shown beside it. */
export function AppLogo({ name, logo, large = false, small = false }: AppLogoProps) {
  const side = large
    ? "size-16 rounded-2xl text-2xl"
    : small
      ? "size-6 rounded-md text-xs"
      : "size-11 rounded-xl text-lg"
  const pixels = large ? 64 : small ? 24 : 44
  if (logo !== null) {
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- it has its size already, and its address is private to the page
      <img src={logo} alt="" width={pixels} height={pixels} className={`shrink-0 bg-surface object-contain ${side}`} />
    )
  }
  const letter = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name)][0]?.segment ?? ""
  const look = LOOKS[[...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % LOOKS.length]
  return (
    <span aria-hidden="true" className={`grid shrink-0 place-items-center font-semibold ${side} ${look}`}>
      {letter.toUpperCase()}
    </span>
  )
}
