import { serveFetch } from "@/http/fetch"
import { answerOauth } from "@/oauth/serve"

/** The provider's endpoints, for a Fetch API request. */
export const serveOauth = serveFetch(answerOauth)
