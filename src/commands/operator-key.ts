import { generateClient } from "./build/build"
import { CliError } from "./cli-error.mjs"
import { withDatabase } from "./postgres/with-database"
import { parseOptions } from "./parse-options"
import { runTool } from "./process/run-tool"
import { serverEnv } from "./process/server-env"
import type { Settings } from "./settings.mjs"

const USAGE = `Creates and revokes the keys with which the marketplace's own shop calls /v1/internal (docs/operations.md).

  npm run operator-key -- create --name "Shop"   prints a new key, which is shown this once
  npm run operator-key -- list
  npm run operator-key -- revoke ID

  --json   print one line of JSON
`

const NAME_MAX = 80

export type OperatorKeyRequest =
  | { action: "create"; name: string }
  | { action: "list" }
  | { action: "revoke"; id: string }

export type OperatorKeyResult =
  | { created: { id: string; name: string; secret: string } }
  | {
      keys: {
        id: string
        name: string
        /** The prefix and the last four characters. */
        hint: string
        created_at: string
        last_used_at: string | null
        revoked_at: string | null
      }[]
    }
  | { revoked: string }
  | { refused: string }

/** @returns the text to print */
export async function manageOperatorKeys(settings: Settings, args: string[]): Promise<string> {
  const { request, json } = readArguments(args)
  if (!request) return USAGE
  await generateClient()
  const printed = await withDatabase(settings, (databaseUrl) =>
    // A process of its own, because the modules that it needs read their environment when they are imported.
    runTool("src/commands/operator-key-run.ts", [JSON.stringify(request)], {
      nodeOptions: ["--import", "tsx"],
      env: { ...serverEnv(settings, databaseUrl, "production"), LOG_LEVEL: "error" },
    }),
  )
  const result = JSON.parse(printed) as OperatorKeyResult
  if ("refused" in result) throw new CliError(result.refused)
  return json ? `${printed}\n` : describe(result)
}

function readArguments(args: string[]): { request: OperatorKeyRequest | null; json: boolean } {
  const options = { name: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } } as const
  const { values, positionals } = parseOptions(
    { args, options, allowPositionals: true },
    "; see npm run operator-key -- --help",
  )
  const [action, id, ...rest] = positionals
  const json = values.json ?? false
  if (values.help || action === undefined) return { request: null, json }
  if (
    rest.length > 0 ||
    (id !== undefined) !== (action === "revoke") ||
    (values.name !== undefined) !== (action === "create")
  )
    throw new CliError("the arguments are not right; see npm run operator-key -- --help")
  if (action === "revoke" && id !== undefined) return { request: { action, id }, json }
  if (action === "list") return { request: { action }, json }
  if (action !== "create") throw new CliError(`${action} is none of create, list and revoke`)
  const name = values.name?.trim() ?? ""
  if (name === "" || name.length > NAME_MAX) throw new CliError(`--name is needed, of at most ${NAME_MAX} characters`)
  return { request: { action, name }, json }
}

function describe(result: Exclude<OperatorKeyResult, { refused: string }>): string {
  if ("created" in result) return `id: ${result.created.id}\nkey: ${result.created.secret}\n`
  if ("revoked" in result) return `${result.revoked} is revoked.\n`
  if (result.keys.length === 0) return "There are no operator keys.\n"
  return result.keys
    .map(
      ({ id, name, hint, created_at: created, last_used_at: used, revoked_at: revoked }) =>
        `${id}  ${hint}  ${name}, created ${created}, ${used === null ? "never used" : `last used ${used}`}${revoked === null ? "" : `, revoked ${revoked}`}\n`,
    )
    .join("")
}
