export {
  serveOauth as GET,
  serveOauth as POST,
  serveOauth as PUT,
  serveOauth as PATCH,
  serveOauth as DELETE,
  serveOauth as HEAD,
  serveOauth as OPTIONS,
} from "@/oauth/serve"
