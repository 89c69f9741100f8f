import type { Duplex } from 'node:stream'
import { ConsoleError } from './dialect.ts'

export type Channel<Message> = {
  /**
   * Sends a question and resolves with what `hear` settles it with. An unsettled question ends the channel: an answer
   * that comes later could be taken for that of the next one. Without bytes it only listens.
   */
  ask: <Answer>(bytes: Uint8Array | undefined, hear: Hear<Message, Answer>) => Promise<Answer>
  /** Adds to the question that is open. */
  write: (bytes: Uint8Array) => void
  closed: Promise<void>
  close: () => Promise<void>
}

type Hear<Message, Answer> = (message: Message, settle: (answer: Answer) => void) => void

type Question<Message> = { hear: (message: Message) => void; fail: (reason: string, cause?: unknown) => void }

/** One question at a time over a stream of bytes. What arrives while nobody asks is dropped. */
export function createChannel<Message>(
  stream: Duplex,
  { read, timeoutMs }: { read: (bytes: Buffer) => Message[]; timeoutMs: number },
): Channel<Message> {
  let question: Question<Message> | undefined
  let ended: string | undefined
  const end = (reason: string, cause?: unknown) => {
    ended ??= reason
    stream.destroy()
    question?.fail(reason, cause)
  }
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  stream.on('error', (error) => end(`the connection broke: ${error.message}`, error))
  stream.on('end', () => end('the game closed the connection'))
  stream.on('close', () => end('the connection was closed'))
  stream.on('data', (bytes: Buffer) => {
    try {
      for (const message of read(bytes)) question?.hear(message)
    } catch (error) {
      end('the game sent something that is not of this protocol', error)
    }
  })

  return {
    ask(bytes, hear) {
      if (ended !== undefined) {
        return Promise.reject(new ConsoleError(`The command was not sent: ${ended}`, { mayHaveRun: false }))
      }
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          question = undefined
        }
        const fail = (reason: string, cause?: unknown) => {
          done()
          reject(
            new ConsoleError(`The command was not answered: ${reason}`, { mayHaveRun: bytes !== undefined, cause }),
          )
        }
        const timer = setTimeout(() => end(`no answer within ${timeoutMs} ms`), timeoutMs)
        const settle = (answer: Parameters<typeof resolve>[0]) => {
          if (question !== mine) return
          done()
          resolve(answer)
        }
        const mine: Question<Message> = { fail, hear: (message) => hear(message, settle) }
        question = mine
        if (bytes) stream.write(bytes)
      })
    },
    write: (bytes) => void stream.write(bytes),
    closed,
    async close() {
      end('the console was closed')
      await closed
    },
  }
}
