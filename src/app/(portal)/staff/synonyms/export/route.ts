import { portal } from "@/app/current-account"
import { formatSynonymFile } from "@/domain/search-synonym"
import { toProblem } from "@/trpc/init"

/** All synonyms as a CSV file, which the import reads. */
export async function GET(): Promise<Response> {
  try {
    const { data } = await (await portal()).staffSynonyms.export()
    return new Response(formatSynonymFile(data), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="synonyms.csv"',
        "cache-control": "no-store",
      },
    })
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === "internal_error") throw error
    return new Response(`${problem.message}\n`, {
      status: problem.status,
      ...(problem.retryAfter !== undefined && { headers: { "retry-after": String(problem.retryAfter) } }),
    })
  }
}
