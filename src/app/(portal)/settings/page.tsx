import { redirect } from "next/navigation"

function SettingsPage(): never {
  return redirect("/settings/profile")
}

export default SettingsPage
