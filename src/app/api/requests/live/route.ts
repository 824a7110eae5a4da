export { serveLiveRequests as GET } from "@/api/live-requests"

// The content depends on the signed-in account.
export const dynamic = "force-dynamic"
