export {
  serveRest as GET,
  serveRest as POST,
  serveRest as PUT,
  serveRest as PATCH,
  serveRest as DELETE,
  serveRest as HEAD,
  serveRest as OPTIONS,
} from "@/api/rest"
