import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import ts from "typescript"
import { root } from "../root.mjs"
import { tarOf } from "./tar"

const SOURCES = join(root, "src/sdk")
/** What can be imported: the class itself as the package, the others by name. */
const ENTRIES = { haat: ".", errors: "./errors", schemas: "./schemas", webhooks: "./webhooks" }

/** The file that /haat-client.tgz serves. */
const CLIENT_PACKAGE = join(root, "dist/haat-client.tgz")

/** Writes the TypeScript client as an npm package: JavaScript modules with their types. */
export async function writeClientPackage(file = CLIENT_PACKAGE): Promise<void> {
  const files = { ...manifest(), ...declarations(), ...(await modules()) }
  mkdirSync(join(file, ".."), { recursive: true })
  // npm expects the files in a folder.
  writeFileSync(
    file,
    gzipSync(tarOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`package/${name}`, text])))),
  )
}

function manifest(): Record<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), "utf8")
  const { version, license, dependencies } = JSON.parse(read("package.json")) as {
    version: string
    license: string
    dependencies: Record<string, string>
  }
  return {
    "package.json": `${JSON.stringify(
      {
        name: "haat-client",
        version,
        description: "Client of the Haat API",
        license,
        type: "module",
        engines: { node: ">=20" },
        sideEffects: false,
        exports: Object.fromEntries(
          Object.entries(ENTRIES).map(([name, path]) => [path, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
        ),
        dependencies: { standardwebhooks: dependencies.standardwebhooks },
      },
      null,
      2,
    )}\n`,
    LICENSE: read("LICENSE"),
  }
}

/** The types of each source file, whose imports need the extension with Node's own resolution. */
function declarations(): Record<string, string> {
  const sources = readdirSync(SOURCES).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  const program = ts.createProgram({
    rootNames: sources.map((name) => join(SOURCES, name)),
    options: {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      types: [],
      declaration: true,
      emitDeclarationOnly: true,
      noEmitOnError: true,
      skipLibCheck: true,
    },
  })
  const files: Record<string, string> = {}
  const { diagnostics } = program.emit(undefined, (path, text) => {
    files[basename(path)] = text.replace(/(from "\.\/\w+)"/g, '$1.js"')
  })
  const [problem] = diagnostics
  if (problem) throw new Error(`src/sdk: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`)
  return files
}

async function modules(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.keys(ENTRIES).map((name) => `src/sdk/${name}.ts`),
    outdir: "dist",
    bundle: true,
    // So that the errors of all modules are the same classes.
    splitting: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    packages: "external",
    logLevel: "warning",
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]))
}
