import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('product-process.ts', import.meta.url))
const STARTED_WITHIN_MS = 120_000

export type ProductProcess = {
  port: number
  /** When so many answers are held back. */
  held: (count: number) => Promise<void>
  kill: () => Promise<void>
}

/** The product in a process of its own, to be killed. */
export async function startProduct(databaseUrl: string): Promise<ProductProcess> {
  const child = spawn(process.execPath, [PROGRAM, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let count = 0
  let look: () => void = () => undefined
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the product did not start in time')), STARTED_WITHIN_MS)
    void gone.then(() => reject(new Error('the product ended by itself')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'held') count++
      look()
      const [, announced] = /^port (\d+)$/.exec(line) ?? []
      if (announced === undefined) return
      clearTimeout(timer)
      resolve(Number(announced))
    })
  }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    port,
    held: (wanted) =>
      new Promise((resolve, reject) => {
        void gone.then(() => reject(new Error('the product ended by itself')))
        look = () => {
          if (count >= wanted) resolve()
        }
        look()
      }),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
