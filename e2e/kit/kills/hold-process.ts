import { flushCompileCache } from 'node:module'

/**
 * Runs before the real program (`node --import`): loads its modules, then waits for a line on standard input. So a
 * process is ready when the previous one is killed, and what runs then is the program as its operator starts it.
 */
for (const module of (process.env['HELD_MODULES'] ?? '').split(' ')) await import(module)
await new Promise((begin) => process.stdin.once('data', begin))
// A process that is killed never writes the cache at its end.
flushCompileCache()
// The input ends when the harness ends.
process.stdin.once('end', () => process.exit())
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref()
