import { LegalPage, legalMetadata } from "@/app/(site)/legal-page"

export const generateMetadata = () => legalMetadata("privacy")

const PrivacyPage = () => <LegalPage name="privacy" />

export default PrivacyPage
