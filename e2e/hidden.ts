import { expect } from "@playwright/test"
import { generate } from "otplib"
import { account, callApi, demoApp } from "./marketplace"
import { ageProof, PASSWORD, setConfirmed, whoIsSignedIn, withoutTable } from "./newcomer"
import { expectUnfolded } from "./page-checks"
import type { ShownPage } from "./pages"
import { Walker } from "./walker"

export interface HiddenState {
  /** The folder of the page (an entry of PAGES), the role if it has several, and a query. */
  on: string
  role?: ShownPage["role"]
  query?: string
  /** The files below src that contain its dialogs. */
  dialogs?: readonly string[]
  /** Creates the state from the loaded page, and checks it. */
  walk: (walker: Walker) => Promise<void>
}

/** The button that opens a dialog, or that and the button that submits it unchanged, so that it is rejected. */
type Opened = string | readonly [open: string, submit: string]

/** Opens dialogs by their buttons, one after the other, checks each and closes it. */
const open =
  (buttons: (words: Walker["words"]) => readonly Opened[]): HiddenState["walk"] =>
  async (walker) => {
    for (const [button, submit] of buttons(walker.words).map((opened) =>
      typeof opened === "string" ? [opened] : opened,
    )) {
      await walker.open(button)
      if (submit !== undefined) {
        await walker.press(submit)
        await walker.look(submit)
      }
      await walker.close()
    }
  }

/** What pages show only after an action, including every dialog. */
export const HIDDEN: readonly HiddenState[] = [
  {
    on: "(site)",
    walk: async (walker) => {
      await walker.page.goto("/nothing")
      await walker.lookAtPage("no page")
    },
  },
  {
    on: "(site)/products/[slug]",
    walk: async (walker) => {
      await walker.page.goto("/products/no-such-product")
      await walker.lookAtPage("no product")
    },
  },
  {
    on: "sign-up",
    walk: async (walker) => {
      await walker.press(walker.words.SignUp.submit)
      await expect(walker.page.getByText(walker.words.Problems.required).first()).toBeVisible()
      await walker.lookAtPage("refused")
    },
  },
  {
    on: "sign-in",
    walk: async (walker) => {
      await walker.page.locator("[name=email]").fill("nobody@example.in")
      await walker.page.locator("[name=password]").fill("not the password")
      await walker.press(walker.words.SignIn.submit)
      await expect(walker.page.getByRole("main").getByRole("alert")).toBeVisible()
      await walker.lookAtPage("refused")
    },
  },
  {
    on: "(site)/docs",
    walk: (walker) => walker.openMenu(walker.words.DocsNav.contents),
  },
  {
    on: "(site)/docs/reference/[operation]",
    role: "developer",
    walk: async (walker) => {
      const { DocsTry: t } = walker.words
      await walker.press(t.open)
      await walker.press(t.key_make)
      await walker.press(t.send)
      await walker.page.getByRole("group", { name: t.answer, exact: true }).waitFor()
      await walker.lookAtPage("tried")
      await walker.press(t.key_revoke)
      await walker.page.getByRole("button", { name: t.key_make }).waitFor()
    },
  },
  {
    on: "(portal)/overview",
    role: "developer",
    walk: (walker) => walker.openMenu(walker.words.Nav.overview),
  },
  {
    on: "(portal)/staff",
    walk: (walker) => walker.openMenu(walker.words.Nav.reviews),
  },
  {
    on: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/create-key-button.tsx", "app/(portal)/keys/new-secret.tsx"],
    walk: async (walker) => {
      const { Keys: t } = walker.words
      await walker.open(t.create)
      await walker.press(t.submit)
      await walker.look(t.submit)
      await walker.dialog.getByLabel(t.name, { exact: true }).fill(`Walked ${walker.locale}`)
      await walker.press(t.submit)
      await walker.lookAtSecret(t.secret_title)
    },
  },
  {
    on: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/roll-key-button.tsx", "app/(portal)/keys/revoke-key-button.tsx"],
    walk: open(({ Keys: t }) => [t.roll_name, t.revoke_name]),
  },
  {
    on: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/edit-key-button.tsx"],
    walk: async (walker) => {
      const { Keys: t } = walker.words
      await walker.open(t.edit_name)
      await walker.dialog.getByLabel(t.limit, { exact: true }).fill("0")
      await walker.press(t.edit_submit)
      await walker.look(t.edit_submit)
      await walker.close()
    },
  },
  {
    on: "(portal)/requests",
    role: "developer",
    query: "?mode=live&status=error",
    dialogs: ["app/(portal)/requests/request-drawer.tsx"],
    walk: async (walker) => {
      await walker.page.getByRole("table").getByRole("link").first().click()
      await walker.look("a request")
      await walker.close()
    },
  },
  {
    on: "(portal)/keys",
    role: "newcomer",
    walk: async (walker) => {
      await setConfirmed(walker.page, false)
      await walker.page.reload()
      await walker.lookAtPage("not confirmed")
      await setConfirmed(walker.page, true)
    },
  },
  {
    on: "(portal)/apps",
    role: "developer",
    dialogs: ["app/(portal)/apps/create-app-button.tsx"],
    walk: open(({ OauthApps: t }) => [[t.create, t.create_submit]]),
  },
  {
    on: "(portal)/apps/[client_id]",
    dialogs: ["app/(portal)/apps/[client_id]/app-actions.tsx", "app/(portal)/apps/[client_id]/testers.tsx"],
    walk: async (walker) => {
      const { OauthApps: t } = walker.words
      await walker.page.getByLabel(t.tester_email).fill(`tester-${walker.locale}@example.in`)
      await walker.press(t.tester_add)
      await open(() => [t.tester_remove_name, t.delete])(walker)
    },
  },
  {
    on: "(portal)/apps/[client_id]",
    dialogs: ["app/(portal)/apps/[client_id]/credentials.tsx", "app/(portal)/apps/new-secret.tsx"],
    walk: async (walker) => {
      const { OauthApps: t } = walker.words
      await walker.page.goto(`/apps/${demoApp("confidential").client_id}`)
      await walker.rest()
      await walker.open(t.roll)
      await walker.press(t.roll_submit)
      await walker.lookAtSecret(t.new_title)
      await open(() => [t.end_old])(walker)
    },
  },
  {
    on: "(portal)/webhooks/[id]",
    dialogs: [
      "app/(portal)/webhooks/[id]/endpoint-actions.tsx",
      "app/(portal)/webhooks/[id]/redeliver-failed-button.tsx",
      "app/(portal)/webhooks/[id]/rotate-button.tsx",
      "app/(portal)/webhooks/new-signing-secret.tsx",
    ],
    walk: async (walker) => {
      const { Webhooks: t } = walker.words
      await open(() => [t.delete, t.redeliver_failed])(walker)
      await walker.open(t.rotate)
      await walker.press(t.rotate_submit)
      await walker.lookAtSecret(t.secret_title)
    },
  },
  {
    on: "(portal)/store",
    role: "seller",
    query: "?status=confirmed",
    dialogs: ["app/(portal)/store/ship-button.tsx", "app/(portal)/store/reversal-button.tsx"],
    walk: async (walker) => {
      const { Store: store, OrderHandling: t } = walker.words
      await open(() => [[store.ship_number, store.ship_submit], t.cancel_number])(walker)
      await walker.open(t.refund_number)
      await walker.dialog.getByLabel(t.amount_part).check()
      await walker.press(t.refund_submit)
      await walker.look(t.refund_submit)
    },
  },
  {
    on: "(portal)/store",
    role: "seller",
    query: "?status=shipped",
    dialogs: ["app/(portal)/store/transition-button.tsx"],
    walk: open(({ OrderHandling: t }) => [t.deliver_number]),
  },
  {
    on: "(portal)/store/sandbox",
    dialogs: ["app/(portal)/store/ship-button.tsx", "app/(portal)/store/reversal-button.tsx"],
    walk: async (walker) => {
      const { Sandbox: sandbox, Store: store, OrderHandling: t } = walker.words
      await walker.press(sandbox.place)
      const placed = walker.page.getByRole("status").getByText(/HT-[\d-]+/)
      const [number = ""] = /HT-[\d-]+/.exec((await placed.textContent()) ?? "") ?? []
      // An earlier order may be there already, and an order cannot be moved while the list is reloaded.
      const card = walker.page.locator(`[data-order="${number}"]`)
      await expect(card).toBeVisible()
      await walker.rest()
      await walker.press(t.confirm_number, card)
      await walker.press(store.ship_number, card)
      await walker.dialog.getByLabel(store.courier).fill("Pavan Express")
      await walker.dialog.getByLabel(store.awb).fill("PX-1")
      await walker.press(store.ship_submit)
      await walker.dialog.getByRole("status").waitFor()
      await walker.look(store.done_title)
      await walker.close()
      await walker.press(t.refund_number, card)
      await walker.dialog.getByLabel(t.reason).fill("Only a test")
      await walker.press(t.refund_submit)
      await walker.dialog.getByRole("status").waitFor()
      await walker.look(t.refund_done)
      await walker.close()
      await expectUnfolded(walker.page)
    },
  },
  {
    on: "(portal)/store/people",
    role: "seller",
    dialogs: ["app/(portal)/store/people/person-actions.tsx"],
    walk: async (walker) => {
      const { StorePeople: t } = walker.words
      await open(() => [t.hand_over_to, t.remove_name])(walker)
      await walker.page.getByLabel(t.email).fill(`guest-${walker.locale}@example.in`)
      await walker.press(t.invite)
      await open(() => [t.withdraw_name])(walker)
    },
  },
  {
    on: "(portal)/store/people",
    role: "seller_staff",
    dialogs: ["app/(portal)/store/people/person-actions.tsx"],
    walk: open(({ StorePeople: t }) => [t.leave]),
  },
  {
    on: "(portal)/staff/orders",
    walk: async (walker) => {
      const { OrderHandling: t } = walker.words
      const orders = (await callApi("/v1/seller/orders?status=confirmed&per_page=50", account("seller").live_key)).body
        .data as { number: string; payment_status: string }[]
      const part = orders.find(({ payment_status: payment }) => payment === "paid")?.number ?? ""
      await walker.page.goto(`/staff/orders?number=${part}`)
      await walker.lookAtPage("an order")
      await open(() => [
        t.refund_number.replace("{number}", part),
        t.cancel_number.replace("{number}", part),
        t.refund_whole_number,
      ])(walker)
    },
  },
  {
    on: "(portal)/staff/platform",
    dialogs: ["app/(portal)/staff/platform/switch-button.tsx"],
    walk: open(({ StaffPlatform: t }) => [t.turn_off_name, t.begin_name]),
  },
  {
    on: "(portal)/orders/[number]",
    walk: async (walker) => {
      await walker.page.goto("/orders/HT-0000-000000")
      await walker.lookAtPage("no order")
    },
  },
  {
    on: "(portal)/staff/audit",
    walk: async (walker) => {
      const { ErrorPage: t } = walker.words
      await withoutTable("audit_entry", async () => {
        await walker.page.reload()
        await expect(walker.page.getByRole("heading", { name: t.title })).toBeFocused()
        await walker.lookAtPage("failed")
        if (walker.locale !== "en") return
        // The error page fails too, and is shown in all languages.
        const other = new Walker(await walker.page.context().newPage(), walker.locale)
        await other.page.addInitScript(() => {
          HTMLElement.prototype.focus = () => {
            throw new Error("nothing can be focused")
          }
        })
        await other.page.goto("/staff/audit")
        await expect(other.page.getByRole("heading", { name: t.title, exact: true })).toBeVisible()
        await other.lookAtPage("failed altogether")
        await other.page.close()
      })
      await walker.page.getByRole("button", { name: t.retry }).click()
      await expect(walker.page.getByRole("heading", { level: 1 })).toHaveText(walker.words.StaffAudit.title)
    },
  },
  {
    on: "(portal)/connected-apps",
    role: "customer",
    dialogs: ["app/(portal)/connected-apps/remove-app-button.tsx"],
    walk: open(({ ConnectedApps: t }) => [t.remove_name]),
  },
  {
    on: "(portal)/settings/account",
    dialogs: ["app/(portal)/settings/account/delete-account-button.tsx"],
    walk: async (walker) => {
      const { Account: t } = walker.words
      await walker.open(t.delete_open)
      await walker.dialog.getByRole("textbox").fill("somebody@example.in")
      await walker.press(t.delete_submit)
      await walker.look(t.delete_wrong)
      await walker.close()
    },
  },
  {
    on: "(portal)/settings/security",
    dialogs: ["app/(portal)/settings/security/revoke-access-button.tsx"],
    walk: open(({ Security: t }) => [t.access_end]),
  },
  {
    on: "(portal)/settings/security",
    dialogs: [
      "app/(portal)/settings/security/add-passkey-button.tsx",
      "app/(portal)/settings/security/add-totp-button.tsx",
      "app/(portal)/settings/security/recovery-codes.tsx",
    ],
    walk: async (walker) => {
      const { Security: t } = walker.words
      await open(() => [t.add_passkey])(walker)
      await walker.open(t.add_totp)
      await walker.dialog.getByLabel(t.totp_code).fill("000000")
      await walker.press(t.turn_on)
      await walker.dialog.getByRole("alert").waitFor()
      await walker.look(t.totp_wrong)
      await walker.dialog
        .getByLabel(t.totp_code)
        .fill(await generate({ secret: (await walker.dialog.locator("code").innerText()).replaceAll(" ", "") }))
      await walker.press(t.turn_on)
      await walker.lookAtSecret(t.codes_title, t.codes_leave_title, t.codes_done)
    },
  },
  {
    on: "(portal)/settings/security",
    dialogs: [
      "app/(portal)/settings/security/remove-factor-button.tsx",
      "app/(portal)/settings/security/renew-codes-button.tsx",
      "ui/step-up-dialog.tsx",
      "ui/signed-out-dialog.tsx",
    ],
    walk: async (walker) => {
      const { Security: t, StepUp: proof, SignedOut: signedOut } = walker.words
      await walker.lookAtPage("guarded")
      await open(() => [t.remove_name])(walker)
      await walker.open(t.renew)
      await ageProof(walker.page)
      await walker.press(t.renew_submit)
      await expect(walker.dialog.last().getByRole("heading")).toHaveText(proof.title)
      await walker.look(proof.title)
      await walker.press(proof.submit)
      await walker.look(proof.code)
      const { email } = await whoIsSignedIn(walker.page)
      await walker.page.reload()
      await walker.open(t.renew)
      await walker.page.context().clearCookies({ name: /session/ })
      await walker.press(t.renew_submit)
      await expect(walker.dialog.last().getByRole("heading")).toHaveText(signedOut.title)
      await walker.look(signedOut.title)
      await walker.press(signedOut.continue)
      await walker.look(signedOut.not_yet)
      // After signing out, the sign-in asks for the second factor.
      await walker.page.goto("/sign-in")
      await walker.page.locator("[name=email]").fill(email)
      await walker.page.locator("[name=password]").fill(PASSWORD)
      await walker.page.locator("[name=password]").press("Enter")
      await walker.page.waitForURL(/\/sign-in\/second-step/)
      await walker.lookAtPage("second step")
    },
  },
  {
    on: "(portal)/settings/sessions",
    dialogs: ["app/(portal)/settings/sessions/revoke-others-button.tsx"],
    walk: open(({ Sessions: t }) => [t.revoke_others]),
  },
]
