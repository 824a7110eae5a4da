/** An object of JSON in SQL, whose values are expressions. */
export const jsonObject = (values: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`
