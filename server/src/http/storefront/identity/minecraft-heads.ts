import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../errors.ts'
import { sendForever } from '../assets.ts'
import type { CheckoutParts } from '../checkout/form.ts'
import { PAGE_ROUTE } from '../visit.ts'

/** Faces of players of Minecraft. Browsers get them from us, so Mojang learns nothing about visitors. */
export function serveMinecraftHeads(app: FastifyInstance, { identity, limits }: CheckoutParts): void {
  app.get<{ Params: { texture: string } }>('/avatars/minecraft/:texture.webp', PAGE_ROUTE, async (request, reply) => {
    const body = await identity.minecraftHead(request.params.texture, () => limits.faces.take(request.identity.address))
    if (!body) throw new AppError('not_found', 'This URL does not exist.')
    return sendForever(request, reply, { type: 'image/webp', body })
  })
}
