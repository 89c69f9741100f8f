import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../../errors.ts'
import { addCommand } from '../../add-command.ts'
import { formatTime, listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { readAll } from '../store-client.ts'

export function addPictureCommands(program: Command): void {
  const group = program.command('picture').description('upload pictures for products, categories and the storefront')

  const add = addCommand(group, 'add', 'upload a picture', '--store sto_… --file knight.png')
  add.requiredOption('--file <path>', 'a PNG, JPEG, WebP, AVIF or GIF file')
  callStoreApi<{ file: string }>(add, async ({ manage, storeId }, { file }) => {
    const bytes = await readFile(file).catch((error: Error) => {
      throw new AppError('invalid_request', `The file can't be read (${error.message}). Check its path`)
    })
    const picture = await manage.addPicture({ storeId, file: new Blob([bytes]) })
    const text = `Stored the picture ${picture.hash} (${picture.width} × ${picture.height}). Show it with product, category or storefront update.`
    return { json: picture, text }
  })

  const list = addCommand(group, 'list', 'list the pictures of a store, newest first', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listPictures.each({ storeId, limit: 200 })),
      {
        picture: ({ hash }) => hash,
        size: ({ width, height }) => `${width} × ${height}`,
        kilobytes: ({ bytes }) => Math.ceil(bytes / 1_000),
        shown: ({ usedBy }) => usedBy.join(', '),
        added: ({ createdAt }) => formatTime(createdAt),
      },
      'This store has no pictures yet.',
    ),
  )

  const remove = addCommand(
    group,
    'remove',
    'delete a picture that is not in use',
    '--store sto_… --picture 3f0c2a9d51e84b7796aa10c4d2be7f35',
  )
  remove.requiredOption('--picture <hash>', 'the picture', parseHash)
  callStoreApi<{ picture: string }>(remove, async ({ manage, storeId }, { picture: hash }) => {
    await manage.deletePicture({ storeId, hash })
    return { json: { hash }, text: 'Deleted the picture.' }
  })
}

export function parseHash(text: string): string {
  if (/^[0-9a-f]{32}$/.test(text)) return text
  throw new InvalidArgumentError('Use a hash that `picture list` shows.')
}

/** `<hash>`, or `<hash>=<alternative text>`. */
export function parseProductPicture(text: string): { hash: string; alt: string } {
  const [hash = '', ...alt] = text.split('=')
  return { hash: parseHash(hash), alt: alt.join('=') }
}
