import { redirect } from "next/navigation"

const SettingsPage = (): never => redirect("/settings/profile")

export default SettingsPage
