export { Queries as default } from "@/ui/queries"
