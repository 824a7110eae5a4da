import { serveStyle } from "@/app/static/stylesheet"

export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return serveStyle((await params).name)
}
