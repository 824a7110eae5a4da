import { LegalPage, legalMetadata } from "@/app/(site)/legal-page"

export function generateMetadata() {
  return legalMetadata("terms")
}

function TermsPage() {
  return <LegalPage name="terms" />
}

export default TermsPage
