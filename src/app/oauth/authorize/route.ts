import { providerPage } from "@/app/oauth/provider-page"
import { authorize } from "@/oauth/authorize"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage(authorize)
