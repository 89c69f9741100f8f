// Runs the modules that the server wrote to file descriptor 3. They are JavaScript already, and no file of ours has to be read.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const { entry, modules } = JSON.parse(readFileSync(3, 'utf8'))

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith('.') && URL.parse(specifier, context.parentURL)?.href
    return url && url in modules ? { url, shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    return url in modules ? { format: 'module', source: modules[url], shortCircuit: true } : next(url, context)
  },
})

await import(entry)
