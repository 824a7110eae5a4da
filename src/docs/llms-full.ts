import { docsPages, llmsText } from "@/docs/pages"
import { env } from "@/platform/env"

/** llms-full.txt: llms.txt, and every page of the documentation as Markdown with its URL. */
export function llmsFullText(): string {
  return [
    llmsText(),
    ...docsPages("en")
      .filter(({ path }) => path !== "/docs")
      .map(({ path, markdown }) => `<!-- ${env.appUrl}${path} -->\n\n${markdown()}`),
  ].join("\n---\n\n")
}
