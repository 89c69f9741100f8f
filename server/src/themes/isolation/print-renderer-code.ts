import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { extname } from 'node:path'

// Prints the modules of the renderer as JavaScript, by their URL. In the published package they are JavaScript already.
const extension = extname(import.meta.filename)
const entry = new URL(`renderer-process${extension}`, import.meta.url).href
const modules = new Map<string, string>()
const urls = [entry]
for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
  if (modules.has(url)) continue
  const source = await readFile(new URL(url), 'utf8')
  const text = extension === '.ts' ? stripTypeScriptTypes(source) : source
  modules.set(url, text)
  for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) .*from '(\.{1,2}\/[^']+\.[jt]s)'$/gm))
    urls.push(new URL(path, url).href)
}
console.log(JSON.stringify({ entry, modules: Object.fromEntries(modules) }))
