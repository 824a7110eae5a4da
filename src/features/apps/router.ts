import { z } from "zod"
import { listApps } from "@/features/apps/list-apps"
import { publicProcedure, router } from "@/trpc/procedures"
import { absoluteUrl, listSchema, toPage, pageParameters } from "@/trpc/wire"

const App = z
  .object({
    key: z.string(),
    name: z.string(),
    short_name: z.string(),
    description: z.string(),
    url: z.url(),
    installable: z.boolean(),
    maintenance: z.boolean(),
    accent_color: z.string().regex(/^#[0-9a-f]{6}$/),
    icon: z.url(),
  })
  .meta({
    id: "App",
    description: "One of the platform's own apps.",
    examples: [
      {
        key: "seller-hub",
        name: "Haat Seller Hub",
        short_name: "Seller Hub",
        description: "Orders, stock and payouts for stores.",
        url: "https://haat.example/store",
        installable: true,
        maintenance: false,
        accent_color: "#b4532a",
        icon: "https://haat.example/media/apps/seller-hub.svg",
      },
    ],
  })

export const apps = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/apps",
        operationId: "listApps",
        tags: ["Platform"],
        summary: "List apps",
        description: "Lists the marketplace's own apps that are public and enabled.",
        publicSeconds: 60,
      },
    })
    .input(z.object(pageParameters()))
    .output(listSchema(App))
    .query(async ({ input }) =>
      toPage(input, await listApps(input), (app) => ({
        key: app.key,
        name: app.name,
        short_name: app.shortName,
        description: app.description,
        url: absoluteUrl(app.urlPath),
        installable: app.installable,
        maintenance: app.maintenance,
        accent_color: app.accentColor,
        icon: absoluteUrl(app.iconPath),
      })),
    ),
})
