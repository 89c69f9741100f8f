import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Db } from '../../server/src/db/database.ts'
import type { StoreId } from '../../server/src/ids.ts'
import { addPicture } from '../../server/src/pictures/add-picture.ts'

const FOLDER = join(import.meta.dirname, 'drawings')
const MARK = join(import.meta.dirname, '../../server/themes/platform/assets/mark.svg')

/** Stores the drawings as pictures, as an upload would. Returns the hash of each. */
export async function addDrawings(db: Db, { storeId, names }: { storeId: StoreId; names: string[] }) {
  // All drawings before the first upload, because the upload switches off the reader for SVG.
  const files = await Promise.all([
    ...names.map(async (name) => ({ name, bytes: await draw(join(FOLDER, `${name}.svg`), 640) })),
    draw(join(FOLDER, 'banner.svg'), 1280).then((bytes) => ({ name: 'banner', bytes })),
    draw(MARK, 160).then((bytes) => ({ name: 'mark', bytes })),
  ])
  const hashes = new Map<string, string>()
  for (const { name, bytes } of files) hashes.set(name, (await addPicture(db, { storeId, bytes })).hash)
  return (name: string): string => hashes.get(name) ?? ''
}

async function draw(path: string, width: number): Promise<Buffer> {
  const svg = await readFile(path)
  return sharp(svg, { density: 200 }).resize({ width }).png().toBuffer()
}
