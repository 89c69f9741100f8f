import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../kit/game/free-port.ts'
import { commandsIn, readBlock } from '../documents.ts'
import type { Person } from '../person.ts'
import { require, type Road } from '../road.ts'

const FOLDER = 'my-theme'
const COLOR = 'rgb(1, 2, 3)'

/** Somebody makes a theme of their own with the commands of docs/themes.md. What works in `dev` has to work live. */
export const R13: Road = {
  name: 'R13',
  title: 'theme author',
  budget: { clicks: 10, fields: 20 },
  async run(author, world) {
    const { store, step, addPerson } = world
    const shell = await world.openShell(author)
    const lines = commandsIn(await readBlock('docs/themes.md', 'Make a theme'))
    const command = (name: string) =>
      lines.find((line) => line.includes(` theme ${name}`)) ?? `docs/themes.md has no ${name}`
    // The document is written for an installation with one store.
    const call = (name: string) => shell.run(`${command(name)} --store ${store.storeId}`)
    const path = (file: string) => join(shell.folder, FOLDER, file)

    await step('copies a theme and sees it', async () => {
      await shell.run(`${command('init')} --from gala`)
      const dev = shell.start(`${command('dev')} --port ${await freePort()}`)
      const [line] = (await once(createInterface({ input: dev.stdout ?? process.stdin }), 'line')) as [string]
      const url = /http:\S+(?=\. )/.exec(line)?.[0] ?? line
      await author.page.goto(url)
      await author.page.locator('main').waitFor()
      await change(path, 'Made by Mira')
      // The page loads itself again.
      await author.shop.see('Made by Mira')
      await checkColor(author)
    })
    await step('previews it, while visitors still see the other one', async () => {
      await shell.run(command('check'))
      const preview = /https:\S+/.exec(await call('push'))?.[0] ?? ''
      await seeTheme(author, preview, 'Made by Mira')
      await author.shop.open(store.origin)
      require((await author.page.locator('#motto').count()) === 0, 'an unpublished theme is live')
    })
    await step('publishes it, and a visitor buys', async () => {
      await call('publish')
      for (const page of ['/', '/c/ranks', '/p/vip', '/search?q=vip', '/pages/rules', '/basket', '/missing'])
        await seeTheme(author, `${store.origin}${page}`, 'Made by Mira')
      const visitor = await addPerson({ player: 'Nyx' })
      world.game.join(visitor.player)
      await visitor.shop.addToBasket(`${store.origin}/p/vip`)
      await visitor.shop.enterName(visitor.player)
      await visitor.shop.payWith('stripe')
      await visitor.shop.confirmPayment()
      await visitor.shop.see(visitor.shop.t('order.headline.delivered'))
    })
    await step('publishes a second version, and rolls it back', async () => {
      await change(path, 'Made twice')
      await call('push')
      await shell.run(`${command('publish').replace('--number 1', '--number 2')} --store ${store.storeId}`)
      await seeTheme(author, store.origin, 'Made twice')
      require((await call('diff')).includes('locales/en.json'), 'the difference does not name the file')
      await call('rollback')
      await seeTheme(author, store.origin, 'Made by Mira')
      require(/^1\s.*yes/m.test(await call('list')), 'the list does not say that version 1 is published')
    })
    const { items } = await store.manage.listThemeErrors({ storeId: store.storeId })
    require(items.length === 0, `pages could not be rendered with the theme: ${JSON.stringify(items[0])}`)
  },
}

/** A text, a stylesheet and a line of the layout. */
async function change(path: (file: string) => string, motto: string): Promise<void> {
  const layout = await readFile(path('layout/theme.liquid'), 'utf8')
  const parts = `<link rel="stylesheet" href="{{ 'motto.css' | asset_url }}"><p id="motto">{{ 'motto' | t }}</p>\n{{ content }}`
  if (!layout.includes('motto')) await writeFile(path('layout/theme.liquid'), layout.replace('{{ content }}', parts))
  await writeFile(path('assets/motto.css'), `#motto { color: ${COLOR}; background: white; }\n`)
  await mkdir(path('locales'), { recursive: true })
  await writeFile(path('locales/en.json'), JSON.stringify({ motto }))
}

/** Opens a page until the theme is there: a store shows a change within seconds. */
async function seeTheme(person: Person, url: string, motto: string): Promise<void> {
  await person.shop.openUntil(url, motto)
  await checkColor(person)
}

async function checkColor({ page }: Person): Promise<void> {
  const color = await page.evaluate("getComputedStyle(document.querySelector('#motto')).color")
  require(color === COLOR, `the stylesheet of the theme does not apply at ${page.url()}: ${String(color)}`)
}
