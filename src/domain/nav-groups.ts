/** The pages of the portal, in the order of its navigation: the key of its text, and its path. */
export const NAV_GROUPS = [
  {
    name: "developers",
    pages: [
      ["overview", "/overview"],
      ["keys", "/keys"],
      ["requests", "/requests"],
      ["usage", "/usage"],
      ["deprecations", "/deprecations"],
      ["apps", "/apps"],
      ["webhooks", "/webhooks"],
      ["sandbox", "/sandbox"],
    ],
  },
  {
    name: "selling",
    pages: [
      ["open_store", "/store/open"],
      ["store", "/store"],
      ["store_offers", "/store/offers"],
      ["store_people", "/store/people"],
    ],
  },
  {
    name: "you",
    pages: [
      ["orders", "/orders"],
      ["connected", "/connected-apps"],
      ["settings", "/settings"],
    ],
  },
  {
    name: "staff",
    pages: [
      ["reviews", "/staff"],
      ["staff_orders", "/staff/orders"],
      ["staff_accounts", "/staff/accounts"],
      ["staff_stores", "/staff/stores"],
      ["staff_synonyms", "/staff/synonyms"],
      ["staff_platform", "/staff/platform"],
      ["staff_deprecations", "/staff/deprecations"],
      ["staff_incidents", "/staff/incidents"],
      ["staff_audit", "/staff/audit"],
    ],
  },
] as const
