import { expect } from "@playwright/test"
import { generate } from "otplib"
import { account, callApi, demoApp, openOrder, openOrderWith, rowDetails } from "./marketplace"
import {
  addFailedDelivery,
  expireReauthentication,
  PASSWORD,
  setEmailVerified,
  currentAccount,
  withTableMissing,
} from "./signup"
import { expectExpandedAccessible } from "./accessibility"
import type { PageEntry } from "./pages"
import { PageCrawler } from "./page-crawler"

export interface InteractionState {
  /** The folder of the page (an entry of PAGES), the role if it has several, and a query. */
  folder: string
  role?: PageEntry["role"]
  query?: string
  /** The files below src that contain its dialogs. */
  dialogs?: readonly string[]
  /** Creates the state from the loaded page, and checks it. */
  run: (crawler: PageCrawler) => Promise<void>
}

/** The button that opens a dialog, or that and the button that submits it unchanged, so that it is rejected. */
type DialogSteps = string | readonly [open: string, submit: string]

/** Opens dialogs by their buttons, one after the other, checks each and closes it. */
function checkDialogs(buttons: (words: PageCrawler["messages"]) => readonly DialogSteps[]): InteractionState["run"] {
  return async (crawler) => {
    for (const [button, submit] of buttons(crawler.messages).map((steps) =>
      typeof steps === "string" ? [steps] : steps,
    )) {
      await crawler.openDialog(button)
      if (submit !== undefined) {
        await crawler.click(submit)
        await crawler.checkDialog(submit)
      }
      await crawler.closeDialog()
    }
  }
}

/** What pages show only after an action, including every dialog. */
export const INTERACTION_STATES: readonly InteractionState[] = [
  {
    folder: "(site)",
    run: async (crawler) => {
      await crawler.page.goto("/nothing")
      await crawler.checkPage("no page")
    },
  },
  {
    folder: "(site)",
    dialogs: ["app/palette/palette-frame.tsx"],
    run: async (crawler) => {
      const { Palette: t } = crawler.messages
      await crawler.click(t.open, crawler.page.getByRole("banner"))
      await crawler.checkDialog(t.open)
      await crawler.page.keyboard.type("ship")
      await expect(crawler.dialog.getByRole("option").first()).toBeVisible()
      await crawler.checkDialog("results")
      await crawler.page.keyboard.type(" zzz")
      await expect(crawler.dialog.getByText(t.empty)).toBeVisible()
      await crawler.checkDialog("no results")
      await crawler.closeDialog()
    },
  },
  {
    folder: "(site)/products/[slug]",
    run: async (crawler) => {
      await crawler.page.goto("/products/no-such-product")
      await crawler.checkPage("no product")
    },
  },
  {
    folder: "sign-up",
    run: async (crawler) => {
      await crawler.click(crawler.messages.SignUp.submit)
      await expect(crawler.page.getByText(crawler.messages.Problems.own_name_required)).toBeVisible()
      await crawler.checkPage("refused")
    },
  },
  {
    folder: "sign-in",
    run: async (crawler) => {
      await crawler.page.locator("[name=email]").fill("nobody@example.in")
      await crawler.page.locator("[name=password]").fill("not the password")
      await crawler.click(crawler.messages.SignIn.submit)
      await expect(crawler.page.getByRole("main").getByRole("alert")).toBeVisible()
      await crawler.checkPage("refused")
    },
  },
  {
    folder: "(site)/docs",
    run: (crawler) => crawler.openMenu(crawler.messages.DocsNav.contents, "details[open] + nav"),
  },
  {
    folder: "(site)/docs/reference/[operation]",
    role: "developer",
    run: async (crawler) => {
      const { DocsTry: t } = crawler.messages
      await crawler.click(t.open)
      await crawler.click(t.key_create)
      await crawler.page.getByRole("group", { name: t.response, exact: true }).waitFor()
      await crawler.checkPage("tried")
      await crawler.click(t.key_revoke)
      await crawler.page.getByRole("button", { name: t.key_create }).waitFor()
    },
  },
  {
    folder: "(portal)/overview",
    role: "developer",
    run: (crawler) => crawler.openMenu(crawler.messages.Nav.overview),
  },
  {
    folder: "(portal)/staff",
    run: (crawler) => crawler.openMenu(crawler.messages.Nav.reviews),
  },
  {
    folder: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/create-key-button.tsx", "app/(portal)/keys/new-key.tsx"],
    run: async (crawler) => {
      const { Keys: t } = crawler.messages
      await crawler.openDialog(t.create)
      await crawler.click(t.submit)
      await crawler.checkDialog(t.submit)
      await crawler.dialog.getByLabel(t.name, { exact: true }).fill(`Walked ${crawler.locale}`)
      await crawler.dialog.getByRole("checkbox", { name: "profile.read" }).check()
      await crawler.click(t.submit)
      await crawler.checkSecretDialog(t.secret_title)
    },
  },
  {
    folder: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/roll-key-dialog.tsx", "app/(portal)/keys/revoke-key-dialog.tsx"],
    run: async (crawler) => {
      const { Keys: t } = crawler.messages
      for (const action of [t.roll_name, t.revoke_name]) {
        await crawler.click(t.actions_of)
        await crawler.checkPage("a row's menu")
        await crawler.openDialog(action)
        await crawler.closeDialog()
      }
    },
  },
  {
    folder: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/revoke-many-button.tsx"],
    run: async (crawler) => {
      await crawler.page.getByRole("checkbox", { name: crawler.messages.Table.select_all }).check()
      await crawler.checkPage("selected")
      await crawler.page.locator("main button.border-danger").click()
      await crawler.checkDialog("revoke several")
      await crawler.closeDialog()
    },
  },
  {
    folder: "(portal)/keys",
    role: "developer",
    dialogs: ["app/(portal)/keys/edit-key-dialog.tsx"],
    run: async (crawler) => {
      const { Keys: t } = crawler.messages
      await crawler.click(t.actions_of)
      await crawler.openDialog(t.edit_name)
      await crawler.dialog.getByLabel(t.limit, { exact: true }).fill("0")
      await crawler.click(t.edit_submit)
      await crawler.checkDialog(t.edit_submit)
      await crawler.closeDialog()
    },
  },
  {
    folder: "(portal)/requests",
    role: "developer",
    query: "?status=error",
    run: async (crawler) => {
      await crawler.page.getByRole("table").getByRole("link").first().click()
      await expect(crawler.page.getByRole("complementary")).toBeVisible()
      await crawler.checkPage("a request")
    },
  },
  {
    folder: "(portal)/keys",
    role: "new_account",
    run: async (crawler) => {
      await setEmailVerified(crawler.page, false)
      await crawler.page.reload()
      await crawler.checkPage("not confirmed")
      await setEmailVerified(crawler.page, true)
    },
  },
  {
    folder: "(portal)/apps",
    role: "developer",
    dialogs: ["app/(portal)/apps/create-app-button.tsx"],
    run: checkDialogs(({ OauthApps: t }) => [[t.create, t.create_submit]]),
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)",
    dialogs: ["app/(portal)/apps/[client_id]/credentials.tsx", "app/(portal)/apps/new-secret.tsx"],
    run: async (crawler) => {
      const { OauthApps: t } = crawler.messages
      await crawler.page.goto(`/apps/${demoApp("confidential").client_id}`)
      await crawler.waitForIdle()
      await crawler.openDialog(t.roll)
      await crawler.click(t.roll_submit)
      await crawler.checkSecretDialog(t.new_title)
      await checkDialogs(() => [t.end_old])(crawler)
    },
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/test",
    dialogs: ["app/(portal)/apps/[client_id]/(tabs)/test/testers.tsx"],
    run: async (crawler) => {
      const { OauthApps: t } = crawler.messages
      await crawler.page.getByLabel(t.tester_email).fill(`tester-${crawler.locale}@example.in`)
      await crawler.click(t.tester_add)
      await checkDialogs(() => [t.tester_remove_name])(crawler)
    },
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/test",
    dialogs: [
      "app/(portal)/apps/[client_id]/(tabs)/test/test-client.tsx",
      "app/(portal)/apps/[client_id]/(tabs)/test/test-client-dialog.tsx",
    ],
    run: async (crawler) => {
      const { OauthApps: t } = crawler.messages
      await crawler.openDialog(t.test_create)
      await crawler.dialog.getByRole("textbox").first().fill("http://ledger.example/callback")
      await crawler.click(t.test_create)
      await crawler.checkDialog(t.uri_insecure)
      await crawler.closeDialog()
      await crawler.page.goto(`/apps/${demoApp("confidential").client_id}/test`)
      await crawler.waitForIdle()
      await crawler.page.getByRole("textbox", { name: t.try_redirect }).fill("https://ledger.example/callback/")
      await expect(crawler.page.getByText(t.check_closest)).toBeVisible()
      await crawler.checkPage("a redirect URI that does not match")
      await checkDialogs(() => [t.test_edit, t.test_delete])(crawler)
    },
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/webhooks",
    query: "?mode=sandbox",
    run: async (crawler) => {
      await crawler.checkPage("in the sandbox")
      await crawler.page.goto(`${new URL(crawler.page.url()).pathname}?mode=live`)
    },
  },
  {
    folder: "(portal)/apps/[client_id]/(tabs)/settings",
    dialogs: ["app/(portal)/apps/[client_id]/(tabs)/app-actions.tsx"],
    run: checkDialogs(({ OauthApps: t }) => [t.delete]),
  },
  {
    folder: "(portal)/webhooks/[id]",
    dialogs: [
      "app/(portal)/webhooks/[id]/endpoint-actions.tsx",
      "app/(portal)/webhooks/[id]/redeliver-failed-button.tsx",
      "app/(portal)/webhooks/[id]/rotate-button.tsx",
      "app/(portal)/webhooks/new-signing-secret.tsx",
    ],
    run: async (crawler) => {
      const { Webhooks: t } = crawler.messages
      await addFailedDelivery(new URL(crawler.page.url()).pathname.split("/").at(-1) ?? "")
      await crawler.page.reload()
      await checkDialogs(() => [t.delete, t.redeliver_failed])(crawler)
      await crawler.openDialog(t.rotate)
      await crawler.click(t.rotate_submit)
      await crawler.checkSecretDialog(t.secret_title)
    },
  },
  {
    folder: "(portal)/store",
    role: "seller",
    query: "?status=confirmed",
    dialogs: ["app/(portal)/store/ship-button.tsx", "app/(portal)/store/reversal-button.tsx"],
    run: async (crawler) => {
      const { Store: store, OrderHandling: t } = crawler.messages
      const refund = new RegExp(`^${t.refund_number.replace("{number}", ".+")}$`)
      await openOrderWith(crawler.page, crawler.page.locator("[data-order]"), refund)
      await crawler.checkPage("an order")
      await checkDialogs(() => [[store.ship_number, store.ship_submit], t.cancel_number])(crawler)
      await crawler.openDialog(t.refund_number)
      await crawler.dialog.getByLabel(t.amount_part).check()
      await crawler.click(t.refund_submit)
      await crawler.checkDialog(t.refund_submit)
    },
  },
  {
    folder: "(portal)/store",
    role: "seller",
    query: "?status=packed&sort=ship_by&q=e",
    dialogs: ["app/(portal)/store/ship-many-dialog.tsx"],
    run: async (crawler) => {
      const { Common: common, ShipMany: t, Store: store, Table: table } = crawler.messages
      // A phone has no menu of columns here.
      const wide = { width: 1280, height: 800 }
      const columns = crawler.page.getByText(table.columns, { exact: true }).first()
      await crawler.page.setViewportSize(wide)
      await columns.click()
      await crawler.checkPage("columns")
      await crawler.page.setViewportSize(wide)
      await columns.click()
      for (const row of [0, 1]) await crawler.page.locator("tbody").getByRole("checkbox").nth(row).check()
      await crawler.checkPage("selected")
      await crawler.page.locator("main button.bg-accent").click()
      await crawler.checkDialog(t.open)
      await crawler.dialog.locator("button[type=submit]").click()
      await crawler.checkDialog("missing")
      await crawler.dialog.getByLabel(store.courier).fill("Pavan Express")
      for (const [index, field] of (await crawler.dialog.locator("fieldset input").all()).entries())
        await field.fill(`MANY-${crawler.locale}-${index}`)
      await crawler.dialog.locator("button[type=submit]").click()
      await crawler.page.getByRole("main").getByRole("button", { name: common.close }).waitFor()
      await crawler.checkPage("shipped")
    },
  },
  {
    folder: "(portal)/store",
    role: "seller",
    query: "?status=shipped",
    dialogs: ["app/(portal)/store/transition-button.tsx", "app/(portal)/store/advance-many-button.tsx"],
    run: async (crawler) => {
      for (const row of [0, 1]) await crawler.page.locator("tbody").getByRole("checkbox").nth(row).check()
      await crawler.page.locator("main button.bg-accent").click()
      await crawler.checkDialog("deliver several")
      await crawler.closeDialog()
      for (const row of [0, 1]) await crawler.page.locator("tbody").getByRole("checkbox").nth(row).uncheck()
      await openOrder(crawler.page, crawler.page.locator("[data-order]").first())
      await checkDialogs(({ OrderHandling: t }) => [t.deliver_number])(crawler)
    },
  },
  {
    folder: "(portal)/sandbox",
    dialogs: ["app/(portal)/store/ship-button.tsx", "app/(portal)/store/reversal-button.tsx"],
    run: async (crawler) => {
      const { Sandbox: sandbox, Store: store, OrderHandling: t } = crawler.messages
      await crawler.click(sandbox.place)
      const placed = crawler.page.getByRole("status").getByText(/HT-[\d-]+/)
      const [number = ""] = /HT-[\d-]+/.exec((await placed.textContent()) ?? "") ?? []
      await crawler.page.getByText(sandbox.add_operation, { exact: true }).click()
      await crawler.page.getByLabel(sandbox.times).first().fill("0")
      await crawler.click(sandbox.add_fault)
      await crawler.page.getByRole("main").getByRole("alert").waitFor()
      await expectExpandedAccessible(crawler.page)
      await crawler.page.goto(`/store?mode=sandbox&order=${number}-1`)
      const card = rowDetails(crawler.page, `${number}-1`)
      await expect(card).toBeVisible()
      await crawler.waitForIdle()
      await crawler.click(t.confirm_number, card)
      await crawler.click(store.ship_number, card)
      await crawler.dialog.getByLabel(store.courier).fill("Pavan Express")
      await crawler.dialog.getByLabel(store.awb).fill("PX-1")
      await crawler.click(store.ship_submit)
      await crawler.page.getByRole("status").filter({ hasText: "PX-1" }).waitFor()
      await crawler.click(t.refund_number, card)
      await crawler.dialog.getByLabel(t.reason).fill("Only a test")
      await crawler.click(t.refund_submit)
      await crawler.dialog.waitFor({ state: "detached" })
      await expectExpandedAccessible(crawler.page)
    },
  },
  {
    folder: "(portal)/store/offers",
    role: "seller",
    run: async (crawler) => {
      const { StoreOffers: t } = crawler.messages
      await crawler.page.locator("[data-offer]").first().getByRole("link").click()
      const price = crawler.page.getByLabel(t.price, { exact: true })
      await price.fill("x")
      await crawler.click(t.save)
      await expect(price).toBeFocused()
      await expectExpandedAccessible(crawler.page)
    },
  },
  {
    folder: "(portal)/store/people",
    role: "seller",
    dialogs: [
      "app/(portal)/store/people/invite-button.tsx",
      "app/(portal)/store/people/change-role-dialog.tsx",
      "app/(portal)/store/people/person-actions.tsx",
      "app/(portal)/store/people/remove-people-button.tsx",
    ],
    run: async (crawler) => {
      const { StorePeople: t, Table: table } = crawler.messages
      for (const action of [t.change_role_of, t.transfer_to, t.remove_name]) {
        await crawler.click(t.actions_of)
        await crawler.checkPage("a row's menu")
        await crawler.openDialog(action)
        await crawler.closeDialog()
      }
      await crawler.openDialog(t.invite_title)
      await crawler.click(t.invite)
      await crawler.checkDialog("no address")
      const guest = `guest-${crawler.locale}@example.in`
      await crawler.dialog.getByLabel(t.email).fill(guest)
      await crawler.click(t.invite)
      await expect(crawler.page.locator("dialog[open]")).toHaveCount(0)
      await crawler.click(t.actions_of.replace("{name}", guest))
      await crawler.openDialog(t.withdraw_name)
      await crawler.closeDialog()
      await crawler.page.getByRole("checkbox", { name: table.select_all }).check()
      await crawler.checkPage("selected")
      await crawler.page.locator("main button.border-danger").click()
      await crawler.checkDialog("remove several")
      await crawler.closeDialog()
    },
  },
  {
    folder: "(portal)/store/people",
    role: "seller_staff",
    dialogs: ["app/(portal)/store/people/person-actions.tsx"],
    run: async (crawler) => {
      const { StorePeople: t } = crawler.messages
      await crawler.click(t.actions_of)
      await checkDialogs(() => [t.leave])(crawler)
    },
  },
  {
    folder: "(portal)/staff/orders",
    run: async (crawler) => {
      const { OrderHandling: t } = crawler.messages
      const orders = (await callApi("/v1/seller/orders?status=confirmed&per_page=50", account("seller").live_key)).body
        .data as { number: string; payment_status: string }[]
      const sellerOrder = orders.find(({ payment_status: payment }) => payment === "paid")?.number ?? ""
      await crawler.page.goto(`/staff/orders?number=${sellerOrder}`)
      await crawler.checkPage("an order")
      await checkDialogs(() => [
        t.refund_number.replace("{number}", sellerOrder),
        t.cancel_number.replace("{number}", sellerOrder),
        t.refund_full_number,
      ])(crawler)
    },
  },
  {
    folder: "(portal)/staff/synonyms",
    dialogs: [
      "app/(portal)/staff/synonyms/synonym-dialog.tsx",
      "app/(portal)/staff/synonyms/synonyms-view.tsx",
      "app/(portal)/staff/synonyms/import-dialog.tsx",
    ],
    run: async (crawler) => {
      const { StaffSynonyms: t } = crawler.messages
      await checkDialogs(() => [[t.add, t.add_submit]])(crawler)
      for (const action of [t.edit_name, t.remove_name]) {
        await crawler.click(t.actions_of)
        await checkDialogs(() => [action])(crawler)
      }
      await crawler.openDialog(t.add)
      await crawler.dialog.getByRole("textbox", { name: t.words }).fill("=1+1\nhaldi")
      await crawler.dialog.getByRole("textbox", { name: t.means }).fill("the")
      await crawler.click(t.add_submit)
      await crawler.checkDialog("malformed")
      await crawler.dialog.getByRole("textbox", { name: t.words }).fill("haldi")
      await crawler.click(t.add_submit)
      await expect(crawler.dialog.getByText(t.problem_taken)).toBeVisible()
      await crawler.checkDialog("taken")
      await crawler.closeDialog()
      await crawler.openDialog(t.import)
      await crawler.click(t.import_check)
      await crawler.checkDialog("no file")
      const choose = async (content: string): Promise<void> => {
        await crawler.dialog
          .locator("input[type=file]")
          .setInputFiles({ name: "synonyms.csv", mimeType: "text/csv", buffer: Buffer.from(content) })
        await expect(crawler.dialog.getByText("synonyms.csv")).toBeVisible()
        await crawler.click(t.import_check)
      }
      await choose("means,,turmeric\nunsold,=x,\nsame,one\n")
      await crawler.dialog.getByRole("listitem").first().waitFor()
      await crawler.checkDialog("bad lines")
      await choose(`unsold,crawled ${crawler.locale},\n`)
      await crawler.dialog.getByRole("status").waitFor()
      await crawler.checkDialog("preview")
      await crawler.click(t.import_apply)
      await expect(crawler.dialog).toHaveCount(0)
      await crawler.checkPage("imported")
    },
  },
  {
    folder: "(portal)/staff/stores",
    run: async (crawler) => {
      await crawler.page.locator("tbody").getByRole("link").first().click()
      const pane = crawler.page.getByRole("complementary")
      await pane.locator("form").getByRole("button").first().click()
      await expect(pane.getByText(crawler.messages.StaffStores.message_required)).toBeVisible()
      await crawler.checkPage("a store")
    },
  },
  {
    folder: "(portal)/staff/platform",
    dialogs: ["app/(portal)/staff/platform/switch-button.tsx"],
    run: checkDialogs(({ StaffPlatform: t }) => [t.turn_off_name, t.begin_name]),
  },
  {
    folder: "(portal)/orders/[number]",
    run: async (crawler) => {
      await crawler.page.goto("/orders/HT-0000-000000")
      await crawler.checkPage("no order")
    },
  },
  {
    folder: "(portal)/staff/audit",
    run: async (crawler) => {
      const { ErrorPage: t } = crawler.messages
      await crawler.page.locator("tbody").getByRole("link").first().click()
      await crawler.page.getByRole("complementary").waitFor()
      await crawler.checkPage("an entry")
      await withTableMissing("audit_entry", async () => {
        await crawler.page.reload()
        await expect(crawler.page.getByRole("heading", { name: t.title })).toBeFocused()
        await crawler.checkPage("failed")
        if (crawler.locale !== "en") return
        // The error page fails too, and is shown in all languages.
        const other = new PageCrawler(await crawler.page.context().newPage(), crawler.locale)
        await other.page.addInitScript(() => {
          HTMLElement.prototype.focus = () => {
            throw new Error("nothing can be focused")
          }
        })
        await other.page.goto("/staff/audit")
        await expect(other.page.getByRole("heading", { name: t.title, exact: true })).toBeVisible()
        await other.checkPage("failed altogether")
        await other.page.close()
      })
      await crawler.page.getByRole("button", { name: t.retry }).click()
      await expect(crawler.page.getByRole("heading", { level: 1 })).toHaveText(crawler.messages.StaffAudit.title)
    },
  },
  {
    folder: "(portal)/connected-apps",
    role: "customer",
    dialogs: ["app/(portal)/connected-apps/remove-app.tsx"],
    run: async (crawler) => {
      const { ConnectedApps: t, Table: table } = crawler.messages
      await crawler.click(t.actions_of)
      await checkDialogs(() => [t.remove_name])(crawler)
      await crawler.page.getByRole("checkbox", { name: table.select_all }).check()
      await crawler.page.locator("main button.border-danger").click()
      await crawler.checkDialog("remove several")
      await crawler.closeDialog()
      await crawler.page.locator("tbody").getByRole("link").first().click()
      await crawler.page.getByRole("complementary").waitFor()
      await crawler.checkPage("an app")
    },
  },
  {
    folder: "(portal)/settings/account",
    dialogs: ["app/(portal)/settings/account/delete-account-button.tsx"],
    run: async (crawler) => {
      const { Account: t } = crawler.messages
      await crawler.openDialog(t.delete_open)
      await crawler.dialog.getByRole("textbox").fill("somebody@example.in")
      await crawler.click(t.delete_submit)
      await crawler.checkDialog(t.delete_wrong)
      await crawler.closeDialog()
    },
  },
  {
    folder: "(portal)/settings/security",
    dialogs: ["app/(portal)/settings/security/revoke-access-button.tsx"],
    run: checkDialogs(({ Security: t }) => [t.access_end]),
  },
  {
    folder: "(portal)/settings/security",
    dialogs: [
      "app/(portal)/settings/security/add-passkey-button.tsx",
      "app/(portal)/settings/security/add-totp-button.tsx",
      "app/(portal)/settings/security/recovery-codes.tsx",
    ],
    run: async (crawler) => {
      const { Security: t } = crawler.messages
      await checkDialogs(() => [t.add_passkey])(crawler)
      await crawler.openDialog(t.add_totp)
      await crawler.dialog.getByLabel(t.totp_code).fill("000000")
      await crawler.click(t.turn_on)
      await crawler.dialog.getByRole("alert").waitFor()
      await crawler.checkDialog(t.totp_wrong)
      await crawler.dialog
        .getByLabel(t.totp_code)
        .fill(await generate({ secret: (await crawler.dialog.locator("code").innerText()).replaceAll(" ", "") }))
      await crawler.click(t.turn_on)
      await crawler.checkSecretDialog(t.codes_title, t.codes_leave_title, t.codes_done)
    },
  },
  {
    folder: "(portal)/settings/security",
    dialogs: [
      "app/(portal)/settings/security/remove-factor-button.tsx",
      "app/(portal)/settings/security/renew-codes-button.tsx",
      "ui/step-up-dialog.tsx",
      "ui/signed-out-dialog.tsx",
    ],
    run: async (crawler) => {
      const { Security: t, StepUp: proof, SignedOut: signedOut } = crawler.messages
      await crawler.checkPage("guarded")
      await checkDialogs(() => [t.remove_name])(crawler)
      await crawler.openDialog(t.renew)
      await expireReauthentication(crawler.page)
      await crawler.click(t.renew_submit)
      await expect(crawler.dialog.last().getByRole("heading")).toHaveText(proof.title)
      await crawler.checkDialog(proof.title)
      await crawler.click(proof.submit)
      await crawler.checkDialog(proof.code)
      const { email } = await currentAccount(crawler.page)
      await crawler.page.reload()
      await crawler.openDialog(t.renew)
      await crawler.page.context().clearCookies({ name: /session/ })
      await crawler.click(t.renew_submit)
      await expect(crawler.dialog.last().getByRole("heading")).toHaveText(signedOut.title)
      await crawler.checkDialog(signedOut.title)
      await crawler.click(signedOut.submit)
      await crawler.checkDialog(signedOut.submit)
      // After signing out, the sign-in asks for the second factor.
      await crawler.page.goto("/sign-in")
      await crawler.page.locator("[name=email]").fill(email)
      await crawler.page.locator("[name=password]").fill(PASSWORD)
      await crawler.page.locator("[name=password]").press("Enter")
      await crawler.page.waitForURL(/\/sign-in\/second-step/)
      await crawler.checkPage("second step")
    },
  },
  {
    folder: "(portal)/settings/sessions",
    dialogs: ["app/(portal)/settings/sessions/revoke-others-button.tsx"],
    run: checkDialogs(({ Sessions: t }) => [t.revoke_others]),
  },
  {
    folder: "(portal)/staff/incidents",
    dialogs: ["app/(portal)/staff/incidents/incident-dialog.tsx", "app/(portal)/staff/incidents/incidents-view.tsx"],
    run: async (crawler) => {
      const { StaffIncidents: t, Incidents: incidents } = crawler.messages
      await crawler.openDialog(t.open)
      await crawler.click(t.open_submit)
      await crawler.checkDialog(t.open_submit)
      await crawler.dialog.locator("[required]").first().fill(`Webhooks are late ${crawler.locale}`)
      await crawler.dialog.locator("textarea[required]").fill("We look into it.")
      await crawler.click(t.open_submit)
      await expect(crawler.page.locator("dialog[open]")).toHaveCount(0)
      await crawler.checkPage("an open incident")
      await checkDialogs(() => [t.edit_of, t.delete_of])(crawler)
      await crawler.openDialog(t.update_of)
      await crawler.dialog.getByLabel(t.status).selectOption({ label: incidents.resolved })
      await crawler.dialog.locator("textarea[required]").fill("All is sent.")
      await crawler.click(t.update)
      await expect(crawler.page.locator("dialog[open]")).toHaveCount(0)
      await crawler.page.goto("/status")
      await crawler.checkPage("a resolved incident")
    },
  },
]
