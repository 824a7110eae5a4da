import { serveStylesheet } from "@/app/static/stylesheet"

export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return serveStylesheet((await params).name)
}
