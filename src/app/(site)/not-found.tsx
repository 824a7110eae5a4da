export { NotFoundCard as default, notFoundMetadata as generateMetadata } from "@/app/not-found-card"
