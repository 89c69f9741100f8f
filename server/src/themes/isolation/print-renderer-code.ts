import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'

// Prints the modules of the renderer as JavaScript, by their URL.
const entry = new URL('renderer-process.ts', import.meta.url).href
const modules = new Map<string, string>()
const urls = [entry]
for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
  if (modules.has(url)) continue
  const text = stripTypeScriptTypes(await readFile(new URL(url), 'utf8'))
  modules.set(url, text)
  for (const [, path = ''] of text.matchAll(/^(?:import|export|\}) .*from '(\.{1,2}\/[^']+\.ts)'$/gm))
    urls.push(new URL(path, url).href)
}
console.log(JSON.stringify({ entry, modules: Object.fromEntries(modules) }))
