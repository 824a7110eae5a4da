export interface Translated {
  hi: string
  mai: string
}

/** Parses lines such as "Rice = चावल | चाउर", or "Ghee = घी" where Maithili says the same. */
export function readTranslations(lines: string): ReadonlyMap<string, Translated> {
  return new Map(
    lines
      .trim()
      .split("\n")
      .map((line) => {
        const [, english, hi, mai] = /^([^=]+?) = ([^|=]+?)(?: \| ([^|=]+))?$/.exec(line) ?? []
        if (!english || !hi) throw new SyntaxError(`not a translation: ${line}`)
        return [english, { hi, mai: mai ?? hi }] as const
      }),
  )
}
