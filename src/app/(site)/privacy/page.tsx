import { LegalPage, legalMetadata } from "@/app/(site)/legal-page"

export function generateMetadata() {
  return legalMetadata("privacy")
}

function PrivacyPage() {
  return <LegalPage name="privacy" />
}

export default PrivacyPage
