/**
 * Complete receivers that verify signatures as specified by Standard Webhooks, with the secret in HAAT_WEBHOOK_SECRET.
 */
export const VERIFY_SNIPPETS = [
  {
    language: "JavaScript",
    code: `// npm install standardwebhooks
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.HAAT_WEBHOOK_SECRET)

createServer(async (request, response) => {
  const body = await text(request) // as it came: parse it after the check
  let event
  try {
    event = webhook.verify(body, request.headers)
  } catch {
    return response.writeHead(400).end()
  }
  response.writeHead(204).end()
  console.log(event.type, event.id)
}).listen(Number(process.env.PORT ?? 8080))`,
  },
  {
    language: "Python",
    code: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["HAAT_WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_signed(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    content = b".".join([headers.get("webhook-id", "").encode(), sent_at.encode(), body])
    expected = b"v1," + base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        signed = is_signed(self.headers, body)
        self.send_response(204 if signed else 400)
        self.end_headers()
        if signed:
            event = json.loads(body)
            print(event["type"], event["id"], flush=True)


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()`,
  },
  {
    language: "PHP",
    code: `<?php // php -S 0.0.0.0:8080 webhook.php
$key = base64_decode(substr(getenv("HAAT_WEBHOOK_SECRET"), strlen("whsec_")));
$body = file_get_contents("php://input"); // as it came: parse it after the check
$id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
$sent_at = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
$expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$sent_at.$body", $key, true));
$given = explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "");
$signed = array_filter($given, fn ($each) => hash_equals($expected, $each)) !== [];

if (!$signed || !ctype_digit($sent_at) || abs(time() - (int) $sent_at) > 300) {
    http_response_code(400);
    exit;
}
http_response_code(204);
$event = json_decode($body, true);
file_put_contents("php://stdout", "{$event["type"]} {$event["id"]}\\n");`,
  },
] as const
