import type { Operation } from "@/docs/operations"

/** A Go program that calls an operation (net/http, Go 1.24 or later). */
export function goSnippet({ method, scope, idempotent }: Operation, url: string, body: unknown): string {
  const packages = [
    ...(idempotent ? ["crypto/rand"] : []),
    "fmt",
    "io",
    "log",
    "net/http",
    ...(scope ? ["os"] : []),
    ...(body === undefined ? [] : ["strings"]),
  ]
  const headers = [
    ...(scope ? [AUTHORIZATION] : []),
    ...(idempotent ? ['request.Header.Set("Idempotency-Key", rand.Text())'] : []),
    ...(body === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
  ]
  return program(packages, [
    ...(body === undefined ? [] : [`body := strings.NewReader(${rawString(JSON.stringify(body, null, 2))})`]),
    `request, err := http.NewRequest("${method}", "${url}", ${body === undefined ? "nil" : "body"})`,
    ...FAIL,
    ...headers,
    ...SEND,
    "data, err := io.ReadAll(response.Body)",
    ...FAIL,
    "fmt.Println(response.Status, string(data))",
  ])
}

/** A Go program that reads server-sent events. */
export function goStreamSnippet(url: string): string {
  return program(
    ["bufio", "fmt", "log", "net/http", "os"],
    [
      `request, err := http.NewRequest("GET", "${url}", nil)`,
      ...FAIL,
      AUTHORIZATION,
      ...SEND,
      "lines := bufio.NewScanner(response.Body)",
      "for lines.Scan() {",
      "\tfmt.Println(lines.Text())",
      "}",
    ],
  )
}

const AUTHORIZATION = 'request.Header.Set("Authorization", "Bearer "+os.Getenv("HAAT_KEY"))'
const FAIL = ["if err != nil {", "\tlog.Fatal(err)", "}"]
const SEND = ["response, err := http.DefaultClient.Do(request)", ...FAIL, "defer response.Body.Close()"]

/** A string literal between backquotes, which cannot contain them. */
function rawString(text: string): string {
  return text.includes("`") ? JSON.stringify(text) : `\`${text}\``
}

// gofmt indents by tabs.
function program(packages: readonly string[], lines: readonly string[]): string {
  return `package main

import (
${packages.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
${lines.map((line) => `\t${line}`).join("\n")}
}`
}
