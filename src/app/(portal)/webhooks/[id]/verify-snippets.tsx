import { useTranslations } from "next-intl"
import { CodeBlock } from "@/ui/code-block"

const SNIPPETS = [
  [
    "JavaScript",
    `// npm install express standardwebhooks
import express from "express"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.HAAT_WEBHOOK_SECRET)

express()
  .post("/webhooks/haat", express.raw({ type: "application/json" }), (request, response) => {
    try {
      const event = webhook.verify(request.body.toString(), request.headers)
      console.log(event.type, event.id)
      response.sendStatus(204)
    } catch {
      response.sendStatus(401)
    }
  })
  .listen(8080)`,
  ],
  [
    "Python",
    `# pip install flask standardwebhooks
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["HAAT_WEBHOOK_SECRET"])

@app.post("/webhooks/haat")
def receive():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["id"])
    return "", 204`,
  ],
  [
    "PHP",
    `<?php // composer require standard-webhooks/standard-webhooks
require __DIR__ . "/vendor/autoload.php";

$webhook = new \\StandardWebhooks\\Webhook(getenv("HAAT_WEBHOOK_SECRET"));
try {
    $event = $webhook->verify(file_get_contents("php://input"), [
        "webhook-id" => $_SERVER["HTTP_WEBHOOK_ID"] ?? "",
        "webhook-timestamp" => $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "",
        "webhook-signature" => $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "",
    ]);
    error_log($event["type"] . " " . $event["id"]);
    http_response_code(204);
} catch (\\StandardWebhooks\\Exception\\WebhookVerificationException $refused) {
    http_response_code(401);
}`,
  ],
] as const

/** A receiver that checks signatures, in three languages; one is open at a time. */
export const VerifySnippets = () => {
  const t = useTranslations("Webhooks")
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      {SNIPPETS.map(([language, code]) => (
        <details key={language} name="verify" className="min-w-0">
          <summary className="w-fit rounded-lg py-1.5 text-sm font-medium">{t("verify_in", { language })}</summary>
          <div className="py-1">
            <CodeBlock label={t("verify_in", { language })} code={code} />
          </div>
        </details>
      ))}
    </div>
  )
}
