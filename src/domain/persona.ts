/** What a test client learns about a person in place of their account. It has nothing of the account. */
export interface Persona {
  /** The pairwise subject identifier. */
  subject: string
  name: string
  email: string
  emailVerified: true
  locale: "en"
  avatarPath: null
  since: Date
}
