import { APP_NAME_MAX, APP_SCOPES, type AppScope } from "@/domain/oauth-app"
import { REDIRECT_URI_PROBLEMS, REDIRECT_URIS_MAX, redirectUriProblem } from "@/domain/redirect-uri"
import { generateClient } from "./build/build"
import { readDemo } from "./demo"
import type { NewClient } from "./oauth-register-insert"
import { CliError } from "./cli-error.mjs"
import { parseOptions } from "./parse-options"
import { runTool } from "./process/run-tool"
import { serverEnv } from "./process/server-env"
import type { Settings } from "./settings.mjs"
import { withDatabase } from "./postgres/with-database"

const USAGE = `Registers an OAuth client and prints its client_id and, for a confidential one, its client_secret, which is shown this once.

  npm run oauth:register -- --name "My app" --redirect-uri https://app.example/callback [options]

  --redirect-uri URI               as often as needed, at most ${REDIRECT_URIS_MAX}
  --post-logout-redirect-uri URI   as often as needed
  --public                         a client without a secret; it always uses PKCE
  --approved                       live at once; otherwise it works for its owner alone until it is reviewed
  --scopes "openid email ..."      that it may ask for; without it, every scope
  --pkce                           require PKCE of a confidential client as well
  --any-port                       let loopback redirect URIs vary in their port
  --owner ADDRESS                  the account that it belongs to; without it, the demo's developer, else an account of the operators
  --json                           print one line of JSON
`

/** @returns the text to print */
export async function registerClient(settings: Settings, args: string[]): Promise<string> {
  const { json, client } = readArguments(args)
  if (!client) return USAGE
  const demoOwner = readDemo(settings)?.accounts.developer?.email ?? null
  await generateClient()
  const printed = await withDatabase(settings, (databaseUrl) =>
    // A process of its own, because the modules that it needs read their environment when they are imported.
    runTool("src/commands/oauth-register-insert.ts", [JSON.stringify({ ...client, demoOwner })], {
      nodeOptions: ["--import", "tsx"],
      env: { ...serverEnv(settings, databaseUrl, "production"), LOG_LEVEL: "error" },
    }),
  )
  const result = JSON.parse(printed) as { client_id: string; client_secret?: string; refused?: string }
  if (result.refused !== undefined) throw new CliError(result.refused)
  if (json) return `${printed}\n`
  return `client_id: ${result.client_id}\n${result.client_secret === undefined ? "" : `client_secret: ${result.client_secret}\n`}`
}

function readArguments(args: string[]): { json: boolean; client: NewClient | null } {
  const options = {
    name: { type: "string" },
    "redirect-uri": { type: "string", multiple: true },
    "post-logout-redirect-uri": { type: "string", multiple: true },
    scopes: { type: "string" },
    owner: { type: "string" },
    public: { type: "boolean" },
    approved: { type: "boolean" },
    pkce: { type: "boolean" },
    "any-port": { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  } as const
  const { values } = parseOptions({ args, options }, "; see npm run oauth:register -- --help")
  if (values.help || args.length === 0) return { json: false, client: null }
  const name = values.name?.trim() ?? ""
  if (name === "" || name.length > APP_NAME_MAX)
    throw new CliError(`--name is needed, of at most ${APP_NAME_MAX} characters`)
  const isPublic = values.public ?? false
  return {
    json: values.json ?? false,
    client: {
      name,
      type: isPublic ? "public" : "confidential",
      redirectUris: checkedUris("--redirect-uri", values["redirect-uri"] ?? [], 1),
      postLogoutRedirectUris: checkedUris("--post-logout-redirect-uri", values["post-logout-redirect-uri"] ?? [], 0),
      ...chosenScopes(values.scopes),
      approved: values.approved ?? false,
      pkceRequired: isPublic || (values.pkce ?? false),
      loopbackAnyPort: values["any-port"] ?? false,
      owner: values.owner ?? null,
      demoOwner: null,
    },
  }
}

function checkedUris(option: string, uris: readonly string[], least: number): string[] {
  const unique = [...new Set(uris)]
  if (unique.length < least || unique.length > REDIRECT_URIS_MAX)
    throw new CliError(`${option} is needed, at most ${REDIRECT_URIS_MAX} times`)
  for (const uri of unique) {
    const problem = redirectUriProblem(uri)
    if (problem) throw new CliError(`${option} ${uri}: ${REDIRECT_URI_PROBLEMS[problem]}`)
  }
  return unique
}

function chosenScopes(text: string | undefined): Pick<NewClient, "requiredScopes" | "optionalScopes"> {
  if (text === undefined)
    return { requiredScopes: ["openid"], optionalScopes: APP_SCOPES.filter((scope) => scope !== "openid") }
  const named = text.split(/[\s,]+/).filter(Boolean)
  const unknown = named.find((scope) => !APP_SCOPES.includes(scope as AppScope))
  if (unknown !== undefined || named.length === 0)
    throw new CliError(`--scopes: "${unknown ?? ""}" is none of ${APP_SCOPES.join(", ")}`)
  return { requiredScopes: APP_SCOPES.filter((scope) => named.includes(scope)), optionalScopes: [] }
}
