import { serveFetch } from "@/http/fetch"
import { handleOauth } from "@/oauth/serve"

/** Serves the OAuth endpoints for a Fetch API request. */
export const serveOauth = serveFetch(handleOauth)
