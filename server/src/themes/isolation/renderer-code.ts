import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAM = join(import.meta.dirname, `print-renderer-code${extname(import.meta.filename)}`)
const MAX_BYTES = 10_000_000

let code: Promise<string> | undefined

/**
 * The code of the renderer as JavaScript. Without it, each process would load the compiler of Node, which takes longer and uses more
 * memory than everything else. It is compiled once, in a process of its own so that no page waits for it.
 */
export function readRendererCode(): Promise<string> {
  code ??= compile().catch((error: unknown) => {
    code = undefined
    throw error
  })
  return code
}

async function compile(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', PROGRAM], { maxBuffer: MAX_BYTES })
  return stdout
}
