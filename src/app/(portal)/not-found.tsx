export { NothingHere as default } from "@/app/nothing-here"
