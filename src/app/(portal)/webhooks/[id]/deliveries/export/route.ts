import { exportDeliveries } from "@/app/(portal)/webhooks/[id]/deliveries/export/export-deliveries"

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return exportDeliveries(request, null, (await params).id)
}
