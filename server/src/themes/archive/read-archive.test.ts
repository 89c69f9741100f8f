import { expect, test } from 'vitest'
import { readBuiltInTheme } from '../built-in-themes.ts'
import { readArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

test('an archive has the files that were packed, also inside of one folder', async () => {
  const vale = await readBuiltInTheme('vale')
  expect(await readArchive(await writeArchive(vale))).toEqual(vale)
  const inFolder = new Map([...vale].map(([path, body]) => [`my-theme/${path}`, body]))
  expect((await readArchive(await writeArchive(inFolder))).has('theme.json')).toBe(true)
})

test('an archive that unpacks to more than 10 MB is refused while it is read', async () => {
  const files = new Map([
    ['theme.json', Buffer.from('{}')],
    ['assets/a.css', Buffer.alloc(11 * 1024 * 1024)],
  ])
  await expect(readArchive(await writeArchive(files))).rejects.toThrow('more than 10 MB unpacked')
})
