export { serveLiveRequests as GET } from "@/api/live-requests"

// Who looks at it decides what is in it.
export const dynamic = "force-dynamic"
