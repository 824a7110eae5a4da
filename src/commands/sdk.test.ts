import { readFileSync } from "node:fs"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { openapiDocument, type OpenapiDocument } from "@/docs/openapi-document"
import { sdkSource } from "./sdk-source"

test("the committed client equals the output of `npm run sdk`", () => {
  for (const [path, text] of Object.entries(sdkSource(openapiDocument())))
    expect(readFileSync(path, "utf8"), `${path}: run npm run sdk`).toBe(text)
})

test("a new operation, body and event of the API are added to the client", () => {
  const document: OpenapiDocument = {
    info: { title: "", version: "2026-05-01", summary: "", description: "" },
    tags: [],
    paths: {
      "/notes/{id}": {
        put: {
          operationId: "putNote",
          summary: "Write a note",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "loud", in: "query", required: true, schema: { type: "boolean" } },
          ],
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } } },
          responses: {
            "200": {
              description: "",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
            },
          },
        },
        delete: {
          operationId: "deleteNote",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: { "204": { description: "" } },
        },
      },
    },
    webhooks: {
      "note.written": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/NoteWritten" } } } },
        },
      },
    },
    components: {
      headers: {},
      schemas: {
        Note: {
          type: "object",
          required: ["lines"],
          properties: {
            lines: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
            tags: { type: "object", additionalProperties: { type: "integer" } },
          },
        },
        NoteWritten: {
          type: "object",
          required: ["type"],
          properties: { type: { type: "string", const: "note.written" } },
        },
      },
    },
  }
  const { "src/sdk/operations.ts": operations, "src/sdk/schemas.ts": schemas } = sdkSource(document)
  expect(operations).toContain(
    "putNote(id: string, body: Note = {}, query: PutNoteQuery, options: RequestOptions = {}): Promise<ApiResponse<Note>> {",
  )
  expect(operations).toContain("deleteNote(id: string, options: RequestOptions = {}): Promise<ApiResponse<object>> {")
  expect(schemas).toContain("  lines: (string | null)[]\n  tags?: Record<string, number>\n")
  expect(schemas).toContain("export type WebhookPayload = NoteWritten\n")
})

test("the client and each guide say to list missed events from a minute earlier", () => {
  expect(readFileSync("src/sdk/operations.ts", "utf8")).toMatch(
    /Start one minute before your newest event and skip the IDs that you already have\.\n.*`GET \/events`/,
  )
  expect(readFileSync("src/sdk/schemas.ts", "utf8")).toMatch(/one minute before your newest event\. \*\/\n {2}since\?/)
  for (const language of ["", ".hi", ".mai"]) {
    const guide = readFileSync(`docs/guides/receive-webhooks${language}.md`, "utf8")
    expect(guide).toMatch(/\/events\?since=[^&]*:59:00Z&[^]*`since`[^]*`timestamp`[^]*10:00/)
  }
})

test("the client can be bundled for a browser, with standardwebhooks as its only dependency", async () => {
  const { metafile } = await build({
    stdin: { contents: 'export * from "./src/sdk/haat"; export * from "./src/sdk/webhooks"', resolveDir: "." },
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
  })
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|src\/[^/]+)/.exec(path)?.[0] ?? [],
  )
  expect([...new Set(packages)].sort()).toEqual([
    "node_modules/@stablelib/base64",
    "node_modules/fast-sha256",
    "node_modules/standardwebhooks",
    "src/sdk",
  ])
})
