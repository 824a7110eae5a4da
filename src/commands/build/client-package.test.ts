import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, test } from "vitest"
import { installClientPackage } from "@/testing/fixtures/client-package"
import { writeClientPackage } from "./client-package"

const run = promisify(execFile)

let folder: string

beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), "haat-client-"))
  symlinkSync(resolve("node_modules"), join(parent, "node_modules"))
  folder = join(parent, "project")
  await installClientPackage(folder)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
})

test("Node imports the package without a compiler, and its modules share their errors", async () => {
  writeFileSync(
    join(folder, "use.mjs"),
    `import { Haat } from "haat-client"
import { HaatConnectionError } from "haat-client/errors"
import { verifyWebhook } from "haat-client/webhooks"
const haat = new Haat({ baseUrl: "http://127.0.0.1:1/v1", maxRetries: 0 })
const error = await haat.getStatus().catch((reason) => reason)
console.log(error instanceof HaatConnectionError, typeof verifyWebhook)
`,
  )
  const { stdout } = await run(process.execPath, ["use.mjs"], { cwd: folder })
  expect(stdout).toBe("true function\n")
})

test("its types are right for Node's resolution and for bundlers, in the strictest mode", async () => {
  writeFileSync(
    join(folder, "use.ts"),
    `import { Haat } from "haat-client"
import { HaatApiError } from "haat-client/errors"
import type { Product } from "haat-client/schemas"
import { verifyWebhook } from "haat-client/webhooks"
const haat = new Haat({ baseUrl: "https://haat.example/v1" })
export const names: string[] = []
for await (const product of haat.listProducts({ q: "makhana" })) names.push((product satisfies Product).name)
// @ts-expect-error -- there is no such parameter
await haat.listProducts({ wrong: true })
export const code = (error: unknown) => (error instanceof HaatApiError ? error.code : null)
export const type = verifyWebhook("whsec_", new Headers(), "{}").type
`,
  )
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"]
    const { stdout } = await run(
      process.execPath,
      [
        resolve("node_modules/typescript-7/bin/tsc"),
        ...options,
        ...["--skipLibCheck", "false", "--target", "es2023", "--lib", "es2023,dom,dom.iterable", "--types", ""],
        ...["--module", module, "--moduleResolution", moduleResolution, "use.ts"],
      ],
      { cwd: folder },
    ).catch((error: unknown) => error as { stdout: string })
    expect([module, stdout]).toEqual([module, ""])
  }
})

test("the same sources give the same archive", async () => {
  const again = join(folder, "again.tgz")
  await writeClientPackage(again)
  expect(readFileSync(again)).toEqual(readFileSync(join(folder, "haat-client.tgz")))
  expect(readdirSync(join(folder, "node_modules/haat-client"))).toContain("LICENSE")
})
