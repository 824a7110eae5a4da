import { LegalPage, legalMetadata } from "@/app/(site)/legal-page"

export const generateMetadata = () => legalMetadata("terms")

const TermsPage = () => <LegalPage name="terms" />

export default TermsPage
