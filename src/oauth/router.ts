import { z } from "zod"
import { isLocale, type Locale } from "@/domain/locale"
import { chooseLanguage } from "@/oauth/choose-language"
import { submitDecision, readInteraction, resume } from "@/oauth/consent"
import { signOut } from "@/oauth/end-session"
import { refusalCode, type Refusal, UnsafeRequest } from "@/oauth/oauth-error"
import { logRefusal } from "@/oauth/oauth-log"
import { signIn, signInRequest } from "@/oauth/sign-in"
import { type Context } from "@/trpc/context"
import { publicProcedure, portalProcedure, router } from "@/trpc/procedures"

// Data and actions of the provider's pages. A cookie binds an interaction to its browser, so its id alone gives no
// access.

const Interaction = z.object({ interaction: z.string() })
const Location = z.object({ location: z.string() })
const LocaleSchema = z.custom<Locale>(isLocale)

/** Logs a refusal for the app's developer, under the path of the procedure's page. */
function logRefusalAt(
  endpoint: string,
  { requestId }: Pick<Context, "requestId">,
  error: string,
  refusal: Refusal,
): void {
  logRefusal({ ...refusal, endpoint, error, requestId })
}

/** Runs a page's procedure, and logs a refusal. */
async function withRefusalLog<Result>(
  endpoint: string,
  ctx: Pick<Context, "requestId">,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnsafeRequest && error.refusal)
      logRefusalAt(endpoint, ctx, refusalCode(error.refusal), error.refusal)
    throw error
  }
}

const SIGN_IN_PATH = "/oauth/sign-in"
const CONSENT_PATH = "/oauth/consent"

export const oauth = router({
  /** Returns what an app requests of the signed-in account. */
  interaction: portalProcedure
    .input(Interaction)
    .query(({ ctx, input }) =>
      withRefusalLog(CONSENT_PATH, ctx, readInteraction(input.interaction, ctx.cookies, ctx.caller)),
    ),
  decide: portalProcedure
    .input(Interaction.extend({ decision: z.enum(["allow", "deny"]), scopes: z.array(z.string()) }))
    .output(Location)
    .mutation(async ({ ctx, input }) => {
      const decision = submitDecision(input.interaction, input, ctx.cookies, ctx.caller)
      const { location, refused } = await withRefusalLog(CONSENT_PATH, ctx, decision)
      if (refused) logRefusalAt(CONSENT_PATH, ctx, refused.error, refused.refusal)
      return { location }
    }),
  /** Continues without asking if the account has consented to everything before. */
  resume: portalProcedure
    .input(Interaction)
    .output(Location)
    .mutation(async ({ ctx, input }) => ({
      location: await withRefusalLog(CONSENT_PATH, ctx, resume(input.interaction, ctx.cookies, ctx.caller)),
    })),
  signInRequest: publicProcedure
    .input(Interaction)
    .query(({ ctx, input }) => signInRequest(input.interaction, ctx.cookies)),
  signIn: publicProcedure
    .input(
      Interaction.and(z.union([z.object({ code: z.string() }), z.object({ email: z.string(), password: z.string() })])),
    )
    .output(Location)
    .mutation(async ({ ctx, input }) => ({
      location: await withRefusalLog(SIGN_IN_PATH, ctx, signIn(input.interaction, input, ctx)),
    })),
  chooseLanguage: publicProcedure
    .input(
      Interaction.extend({
        locale: LocaleSchema,
        form: z.discriminatedUnion("page", [
          z.object({ page: z.literal("sign_in"), email: z.string() }),
          z.object({ page: z.literal("second_step") }),
          z.object({ page: z.literal("consent"), scopes: z.array(z.string()) }),
        ]),
      }),
    )
    .output(Location)
    .mutation(async ({ ctx, input }) => ({
      location: await chooseLanguage(input.interaction, input.locale, input.form, ctx),
    })),
  signOut: portalProcedure
    .meta({ unverified: true })
    .input(z.object({ request: z.string().nullable(), locale: z.string().nullable() }))
    .output(Location)
    .mutation(async ({ ctx, input }) => ({ location: await signOut(input, ctx.caller, ctx.setCookie) })),
})
