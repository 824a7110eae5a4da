import { CliError } from "../src/commands/cli-error.mjs"

/**
 * The measurements whose name contains the text of `--only`; all without it.
 * @throws {CliError} if there is none, with the names of all
 */
export function selectMeasurements(only: string | undefined, names: readonly string[]): ReadonlySet<string> {
  const selected = names.filter((name) => only === undefined || name.includes(only))
  if (selected.length === 0)
    throw new CliError(
      `no measurement has "${only}" in its name; the measurements are:\n${names.map((name) => `  ${name}`).join("\n")}`,
    )
  return new Set(selected)
}
