export { servePortal as GET, servePortal as POST } from "@/api/portal"
