/** Returns SQL for a JSON object whose values are SQL expressions. */
export const jsonObject = (values: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`
