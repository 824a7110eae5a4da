// The used parts of packages without types.

declare module "simple-oauth2" {
  interface Token {
    access_token: string
    refresh_token: string
    [name: string]: unknown
  }
  export class AccessToken {
    readonly token: Token
    expired(): boolean
    refresh(): Promise<AccessToken>
    revokeAll(): Promise<void>
  }
  export class AuthorizationCode {
    constructor(options: {
      client: { id: string; secret: string }
      auth: { tokenHost: string; tokenPath: string; authorizePath: string; revokePath: string }
      options?: { authorizationMethod?: "header" | "body" }
    })
    authorizeURL(parameters: { redirect_uri: string; scope: string; state: string }): string
    getToken(parameters: { code: string; redirect_uri: string }): Promise<AccessToken>
  }
}

declare module "passport" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void
  const passport: {
    use(strategy: object): void
    authenticate<User>(
      name: string,
      options: { session: false },
      done: (error: unknown, user: User | false, info: unknown) => void,
    ): Middleware
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
      options: {
        issuer: string
        authorizationURL: string
        tokenURL: string
        userInfoURL: string
        clientID: string
        clientSecret: string
        callbackURL: string
        scope: string[]
        skipUserProfile: boolean
      },
      verify: (
        issuer: string,
        profile: Profile,
        context: object,
        idToken: string,
        accessToken: string,
        refreshToken: string,
        done: Verified,
      ) => void,
    )
  }
}
