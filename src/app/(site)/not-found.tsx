export { NotFoundCard as default } from "@/app/not-found-card"
