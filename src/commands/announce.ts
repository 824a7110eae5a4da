import type { DemoFile } from "./demo-step"
import { paint, seconds } from "./step.mjs"

/** What a person needs to begin: where it runs, who to sign in as, a key and a first request. */
export function announce(appUrl: string, demo: DemoFile | null, milliseconds: number): string {
  const lines = [
    "",
    `  ${paint("1", "Haat is ready")} at ${paint("36", appUrl)} ${paint("2", `after ${seconds(milliseconds)}`)}`,
    "",
  ]
  if (demo) lines.push(...demoLines(appUrl, demo))
  lines.push(`  ${paint("2", "Ctrl-C stops it.")}`, "")
  return `${lines.join("\n")}\n`
}

function demoLines(appUrl: string, { accounts }: DemoFile): string[] {
  const rows = Object.entries(accounts).map(([role, { email, password }]) => [role, email, password])
  const table = [["account", "e-mail", "password"], ...rows]
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
    "",
    ...(key
      ? ["  The seller's test key:", "", `    ${key}`, "", "  Try it:", "", `    ${curlLine(appUrl, key)}`, ""]
      : []),
    `  Mail that Haat sends is at ${appUrl}/dev/mailbox`,
    "",
  ]
}

function curlLine(appUrl: string, key: string): string {
  return `curl -H "Authorization: Bearer ${key}" "${appUrl}/v1/products?q=rice&per_page=3"`
}
