import { parseArgs, type ParseArgsConfig } from "node:util"
import { CliError } from "./cli-error.mjs"

/**
 * Parses the options of a command as node:util's parseArgs does.
 * @param help where the options are described, which is appended to the message of an error
 * @throws {CliError} if an option is unknown or has no value
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  help: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new CliError(`${(error as Error).message}${help}`)
  }
}
