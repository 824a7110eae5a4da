import { bootstrap, JobQueueService, RequestContextService, SearchService } from "@vendure/core"
import { loading } from "./config.mjs"

// Builds the search index of the data that load.mjs has imported.

const app = await bootstrap(loading)
await app.get(JobQueueService).start()
const job = await app.get(SearchService).reindex(await app.get(RequestContextService).create({ apiType: "admin" }))
await new Promise((resolve, reject) =>
  job.updates({ timeoutMs: 900_000 }).subscribe({ complete: resolve, error: reject }),
)
process.exit(0)
