/** Returns SQL for a JSON object whose values are SQL expressions. */
export function jsonObject(values: Readonly<Record<string, string>>): string {
  return `json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`
}
