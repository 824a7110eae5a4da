import { exportDeliveries } from "@/app/(portal)/webhooks/[id]/deliveries/export/export-deliveries"

interface Context {
  params: Promise<{ client_id: string; id: string }>
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { client_id, id } = await params
  return exportDeliveries(request, client_id, id)
}
