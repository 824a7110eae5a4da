import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser"
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config"
import { root } from "../../commands/root.mjs"

interface Configuration {
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions & { enhancedResolveOptions: object }
}

/**
 * Checks the dependency rules of `.dependency-cruiser.cjs`.
 * @returns what was checked, and each violation in one line
 */
export async function checkDependencyRules(): Promise<{ modules: number; dependencies: number; violations: string[] }> {
  const { forbidden, options } = createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs")) as Configuration
  const { output } = await cruise(
    ["src"],
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: root },
    options.enhancedResolveOptions,
    {
      tsConfig: extractTSConfig(join(root, "tsconfig.json")),
    },
  )
  const { summary, modules } = output as ICruiseResult
  const cruised = new Set(modules.map(({ source }) => source))
  // A parser that cannot read TypeScript would check nothing and report no violation.
  const unchecked = typescriptFiles().filter((file) => !cruised.has(file))
  return {
    modules: summary.totalCruised,
    dependencies: summary.totalDependenciesCruised ?? 0,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from}${to === from ? "" : ` -> ${to}`}`),
      ...unchecked.map((file) => `not cruised: ${file}`),
      ...(summary.totalDependenciesCruised ? [] : ["no import was seen at all"]),
    ],
  }
}

function typescriptFiles(): string[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(join("platform", "prisma")))
    .map((file) => `src/${file}`)
}
