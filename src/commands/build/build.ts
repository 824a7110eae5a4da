import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { build as bundle } from "esbuild"
import { writeClientPackage } from "./client-package"
import { fingerprint } from "./fingerprint"
import { lock } from "../process/lock.mjs"
import { root } from "../root.mjs"
import { runTool } from "../process/run-tool"

const CLIENT = "src/platform/prisma"
const CLIENT_SOURCES = ["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"]
const SOURCES = [
  "src",
  "public",
  ...CLIENT_SOURCES,
  "next.config.mjs",
  "next.config.ts",
  "postcss.config.mjs",
  "package.json",
  "tsconfig.json",
]
const OUTPUTS = ["dist/server.mjs", "dist/cluster.mjs", "dist/worker.mjs", "dist/haat-client.tgz", ".next/BUILD_ID"]
const BUILDERS = new Set(["build", "client-package", "tar"].map((name) => `src/commands/build/${name}.ts`))
const BUILT = join(root, "dist", ".fingerprint")
const GENERATED = join(root, CLIENT, ".fingerprint")

// A build depends on the sources alone: no telemetry, no update check, no download.
const QUIET = {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
} as const

/** Whether a file or a folder, relative to the repository, has no influence on the build. */
export function isOutsideBuild(path: string): boolean {
  return (
    path === CLIENT ||
    /^src\/testing(\/|$)/.test(path) ||
    /\.test\.tsx?$/.test(path) ||
    (path.startsWith("src/commands/") && !BUILDERS.has(path))
  )
}

/** Brings the generated Prisma client up to date with the schema. */
export async function generateClient(signal?: AbortSignal): Promise<boolean> {
  const expected = fingerprint(CLIENT_SOURCES)
  if (recorded(GENERATED) === expected && existsSync(join(root, CLIENT, "client.ts"))) return false
  await runTool("node_modules/prisma/build/index.js", ["generate"], { env: QUIET, ...(signal && { signal }) })
  writeFileSync(GENERATED, expected)
  return true
}

/**
 * Rebuilds what is older than the sources: the Prisma client, Next's pages, the server and the worker.
 * @returns what was done, for the step's line
 */
export async function buildIfStale(onActivity: (text: string) => void, signal?: AbortSignal): Promise<string> {
  if (buildFresh()) return "up to date"
  mkdirSync(join(root, "dist"), { recursive: true })
  const held = await lock(join(root, "dist", ".lock"), () => onActivity("another command is building, waiting for it"))
  try {
    if (buildFresh()) return "up to date"
    const expected = fingerprint(SOURCES, isOutsideBuild)
    onActivity("prisma generate")
    await generateClient(signal)
    onActivity("server and worker")
    await bundleServers()
    await writeClientPackage()
    onActivity("next build")
    await runTool("node_modules/next/dist/bin/next", ["build"], { env: QUIET, ...(signal && { signal }) })
    onActivity("compressing")
    await compressAssets(join(root, ".next/static"))
    writeFileSync(BUILT, expected)
    return "built"
  } finally {
    held.release()
  }
}

function buildFresh(): boolean {
  const complete = [...OUTPUTS, `${CLIENT}/client.ts`].every((path) => existsSync(join(root, path)))
  return complete && recorded(BUILT) === fingerprint(SOURCES, isOutsideBuild)
}

function recorded(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null
}

/**
 * Where the bundles find their imports: our sources, and some packages in a form that runs faster.
 *
 * tRPC comes from its TypeScript sources: the published files are compiled for browsers without object spread, and that
 * replacement took a tenth of the server's time for a small request. `standardwebhooks` uses Node's own hash:
 * src/webhooks/delivery/hmac-sha256.ts implements what it needs of `fast-sha256`.
 */
export const BUNDLED = {
  "@": "./src",
  "@trpc/server": "./node_modules/@trpc/server/src",
  standardwebhooks: "./node_modules/standardwebhooks/dist/index.js",
  "@stablelib/base64": "./node_modules/@stablelib/base64/lib/base64.js",
  "fast-sha256": "./src/webhooks/delivery/hmac-sha256.ts",
}

async function bundleServers(): Promise<void> {
  await bundle({
    absWorkingDir: root,
    entryPoints: { server: "src/server.ts", cluster: "src/cluster.ts", worker: "src/worker.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    alias: BUNDLED,
    sourcemap: true,
    logLevel: "warning",
  })
}

/**
 * Writes a Brotli copy beside each script and style sheet. The highest compression level is too slow to run for each
 * response.
 */
async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(?:js|css)$/.test(file))
  const compress = promisify(brotliCompress)
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      await writeFile(
        `${path}.br`,
        await compress(await readFile(path), {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
      )
    }),
  )
}
