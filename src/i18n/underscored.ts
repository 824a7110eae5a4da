export type Underscored<Text extends string> = Text extends `${infer Head}.${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text

/** Replaces the dots of a name, because message names cannot contain them. */
export function underscored<Text extends string>(text: Text): Underscored<Text> {
  return text.replaceAll(".", "_") as Underscored<Text>
}
