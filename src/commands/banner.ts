import { mailboxSecretFile, readOrCreateSecret } from "../platform/secret-file"
import type { ReadyDatabase } from "./postgres/prepare-database"
import { demoPath, readDemo, type DemoFile } from "./demo"
import type { Settings } from "./settings.mjs"
import { paint, seconds } from "./step.mjs"

/**
 * What a person needs to begin: the URL, the accounts to sign in as, a key and a first request.
 * Passwords and keys are printed only when the demo has just been created, because log collectors keep what a start
 * prints.
 */
export function renderBanner(
  settings: Settings,
  { demoFilled, firstStaffUrl }: Omit<ReadyDatabase, "databaseUrl">,
  milliseconds: number,
): string {
  const { appUrl } = settings
  const lines = [
    "",
    `  ${paint("1", "Haat is ready")} at ${paint("36", appUrl)} ${paint("2", `after ${seconds(milliseconds)}`)}`,
    "",
  ]
  const demo = settings.demo ? readDemo(settings) : null
  if (demo && demoFilled) lines.push(...demoLines(appUrl, demo))
  else if (demo) lines.push(`  The demo's sign-ins and keys are in ${demoPath(settings)}`, "")
  if (firstStaffUrl)
    lines.push(
      "  There is no staff account yet. Create the first one here, once, within an hour:",
      "",
      `    ${firstStaffUrl}`,
      "",
    )
  if (settings.mailbox) {
    const secret = readOrCreateSecret(mailboxSecretFile(settings.dataDir))
    lines.push(
      "  Emails that Haat would send are in the local mailbox, which this opens:",
      "",
      `    ${appUrl}/dev/mailbox/open?token=${secret}`,
      "",
    )
  }
  lines.push(`  ${paint("2", "Ctrl-C stops it.")}`, "")
  return `${lines.join("\n")}\n`
}

function demoLines(appUrl: string, { accounts }: DemoFile): string[] {
  const rows = Object.entries(accounts).map(([role, { email, password }]) => [role, email, password])
  const table = [["account", "email", "password"], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row, index) => {
    const text = row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
    return `    ${index === 0 ? paint("2", text) : text}`
  })
  const key = accounts.seller?.test_key
  return [
    `  Sign in at ${appUrl}/sign-in as one of the demo's accounts:`,
    "",
    ...lines,
    ...Object.values(accounts).flatMap(({ email, totp_secret }) =>
      totp_secret ? ["", `    Authenticator key of ${email}: ${totp_secret}`] : [],
    ),
    "",
    ...(key
      ? ["  The seller's test key:", "", `    ${key}`, "", "  Try it:", "", `    ${curlLine(appUrl, key)}`, ""]
      : []),
  ]
}

function curlLine(appUrl: string, key: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${appUrl}/v1/products?q=rice&per_page=3"`
}
