export { serveSiteSuggestions as GET } from "@/api/site-suggestions"

// The rate limit depends on the address.
export const dynamic = "force-dynamic"
