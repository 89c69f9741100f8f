import { ListQuery } from '@quartermaster/contract/manage'
import { Picture, PictureBody, PictureDetails, PicturePage } from '@quartermaster/contract/catalog/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addPicture } from '../../../../pictures/add-picture.ts'
import { findPictureUses } from '../../../../catalog/find-picture-uses.ts'
import { deletePicture } from '../../../../pictures/delete-picture.ts'
import { MAX_PICTURE_BYTES } from '../../../../pictures/encode-picture.ts'
import { listPictures, type PictureKey } from '../../../../pictures/list-pictures.ts'
import type { Picture as PictureView } from '../../../../pictures/picture.ts'
import { showPicture } from '../../../../pictures/show-picture.ts'
import type { ManageApi } from '../../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../../pagination.ts'
import { toTimestamp } from '../../../json-api/timestamps.ts'

const PICTURES = '/stores/:storeId/pictures'
const PICTURE = `${PICTURES}/:hash` as const

/** These routes take files. Which kind of file it is, its bytes say. */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^(image\/[\w.+-]+|application\/(octet-stream|zip))$/,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  )
}

export function pictureRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: PICTURES,
      operationId: 'listPictures',
      summary: 'List pictures',
      description: 'Newest first.',
      permission: 'catalog:read',
      query: ListQuery,
      response: PicturePage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, parseCursorKey)
      const rows = await listPictures(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      const uses = await findPictureUses(tx, { storeId, hashes: rows.map(({ hash }) => hash) })
      const toItem = (row: PictureView) => ({ ...toWire(row), usedBy: uses.get(row.hash) ?? [] })
      return toPage(rows, query, { toItem, keyOf: ({ microseconds, hash }) => `${microseconds} ${hash}` })
    },
  )
  store.routeInSteps(
    {
      method: 'POST',
      url: PICTURES,
      operationId: 'addPicture',
      summary: 'Add a picture',
      description:
        'The body is the file: PNG, JPEG, WebP, AVIF or GIF, at most 5 MB and 32 million pixels. It is stored as WebP and AVIF in up to four widths, without metadata; of an animation, the first frame. A file that the store has already is not stored again.',
      permission: 'catalog:write',
      body: PictureBody,
      maxBodyBytes: MAX_PICTURE_BYTES,
      response: Picture,
      status: 201,
    },
    async ({ db, storeId, body, note, audit }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const picture = await addPicture(db, {
        storeId,
        bytes,
        alongside: async (tx) => {
          note({ details: { bytes: bytes.length } })
          await audit(tx)
        },
      })
      return toWire(picture)
    },
  )
  store.route(
    {
      method: 'GET',
      url: PICTURE,
      operationId: 'getPicture',
      summary: 'Get a picture',
      description: 'With its smallest file, because the addresses of its files are on the hosts of the store.',
      permission: 'catalog:read',
      response: PictureDetails,
    },
    async ({ tx, storeId, params }) => {
      const { smallest, ...picture } = await showPicture(tx, { storeId, hash: params.hash })
      return { ...toWire(picture), preview: `data:image/webp;base64,${smallest.toString('base64')}` }
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: PICTURE,
      operationId: 'deletePicture',
      summary: 'Delete a picture',
      description: 'A picture that a product, a category or the storefront shows is not deleted.',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params }) => deletePicture(tx, { storeId, hash: params.hash }),
  )
}

function parseCursorKey(key: string): PictureKey | undefined {
  const [, microseconds, hash] = /^(\d{1,16}) ([0-9a-f]{32})$/.exec(key) ?? []
  return microseconds === undefined || hash === undefined ? undefined : { microseconds, hash }
}

function toWire({ hash, width, height, widths, bytes, createdAt }: PictureView) {
  return { hash, width, height, widths, bytes, createdAt: toTimestamp(createdAt) }
}
