import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Comes before the real program (`node --import`): loads what that is going to load, and holds it until the first line. So
 * an agent stands ready when the one before it dies, and what runs then is the agent as its owner starts it.
 */
await import(pathToFileURL(join(process.cwd(), 'agent/src/cli/main.ts')).href)
await new Promise((begin) => process.stdin.once('data', begin))
flushCompileCache() // who is killed never writes it
// The input ends with the harness, however that ends.
process.stdin.once('end', () => process.exit())
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref()
