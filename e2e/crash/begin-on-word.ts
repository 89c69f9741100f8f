import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Comes before the real program (`node --import`): loads what that is going to load, and holds it until the first line.
 * So a process stands ready when the one before it dies, and what runs then is the program as an operator starts it.
 */
for (const module of ['cli/main.ts', 'main.ts']) {
  await import(pathToFileURL(join(process.cwd(), 'server/src', module)).href)
}
await new Promise((begin) => process.stdin.once('data', begin))
flushCompileCache() // who is killed never writes it
// The input ends with the harness, however that ends.
process.stdin.once('end', () => process.exit())
