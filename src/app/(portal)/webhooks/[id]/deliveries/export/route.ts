import { exportDeliveries } from "@/app/(portal)/webhooks/[id]/deliveries/export/export-deliveries"

export const GET = async (request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> =>
  exportDeliveries(request, null, (await params).id)
