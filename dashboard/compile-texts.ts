import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, 'locales')
const NAME = /^texts:([\w-]+)$/

/** All texts of a language, which are in one file for each part of the dashboard. */
export function readTexts(locale: string): Record<string, string> {
  const files = globSync(join(FOLDER, locale, '*.json')).sort()
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}

/** Compiles the texts of a language while the dashboard is built, so that browsers do not need the parser. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    resolveId: { filter: { id: NAME }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0texts:/ },
      handler: (id) => {
        const texts = Object.entries(readTexts(id.replace('\0texts:', '')))
        return `export default ${JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text)])))}`
      },
    },
  }
}
