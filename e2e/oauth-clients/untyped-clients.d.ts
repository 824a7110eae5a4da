// What the apps here use of packages that bring no types.

declare module "passport" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void
  const passport: {
    use(strategy: object): void
    authenticate<User>(name: string, options: { session: false }, done: (error: unknown, user: User | false, info: unknown) => void): Middleware
    initialize(): Middleware
  }
  export default passport
}

declare module "passport-openidconnect" {
  interface Profile {
    id: string
    displayName?: string
  }
  type Verified = (error: unknown, user?: object | false) => void
  export default class Strategy {
    constructor(
      options: { issuer: string; authorizationURL: string; tokenURL: string; userInfoURL: string; clientID: string; clientSecret: string; callbackURL: string; scope: string[]; skipUserProfile: boolean },
      verify: (issuer: string, profile: Profile, context: object, idToken: string, accessToken: string, refreshToken: string, done: Verified) => void,
    )
  }
}
