import { close, open, write } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../../errors.ts'
import { newId } from '../../../ids.ts'
import { allowLongRequest } from '../../refuse-socket.ts'

const [openFile, writeFile, closeFile] = [promisify(open), promisify(write), promisify(close)]

/** A sender that pauses this long, or takes this long for everything, is disconnected. */
const PAUSE_MS = 30_000
const DURATION_MS = 10 * 60_000

/**
 * Writes the body of a request to a file that has no name any more, so nothing of it stays, even after a crash. Returns its descriptor,
 * which the caller closes.
 */
export async function receiveFile(request: IncomingMessage, { maxBytes }: { maxBytes: number }): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const path = join(tmpdir(), `quartermaster-${newId()}`)
  const file = await openFile(path, 'wx+', 0o600)
  try {
    await unlink(path)
    await receive(request, file, maxBytes)
    return file
  } catch (error) {
    await closeFile(file)
    if (error instanceof AppError) throw error
    throw new AppError('invalid_request', 'The upload was interrupted. Send the file again.', { cause: error })
  }
}

async function receive(request: IncomingMessage, file: number, maxBytes: number): Promise<void> {
  const end = allowLongRequest(request.socket)
  const stop = () => request.destroy(new Error('the sender is too slow'))
  const whole = setTimeout(stop, DURATION_MS)
  const pause = setTimeout(stop, PAUSE_MS)
  let bytes = 0
  try {
    // A destroyed request could not be answered.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pause.refresh()
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      for (let at = 0; at < chunk.length;) at += (await writeFile(file, chunk, at)).bytesWritten
    }
  } finally {
    clearTimeout(whole)
    clearTimeout(pause)
    end()
  }
}

function tooLarge(maxBytes: number): AppError {
  const mib = Math.floor(maxBytes / 1024 / 1024)
  return new AppError(
    'body_too_large',
    `The archive has more than ${mib} MiB. Ask the operator to run \`quartermaster store import\`, which has no limit.`,
  )
}
