import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '../../errors.ts'

export type Prompt = {
  ask: (question: string) => Promise<string>
  /** Does not show what is typed. */
  askSecret: (question: string) => Promise<string>
  close: () => void
}

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/** Prompts on a terminal. Without a terminal, the answers are the lines of the input. */
export function openPrompt({ input, output }: Terminal): Prompt {
  let isHidden = false
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = input.isTTY === true
  const reader = createInterface({ input, output: terminal ? echo : undefined, terminal, historySize: 0 })
  const lines = reader[Symbol.asyncIterator]()

  async function ask(question: string): Promise<string> {
    output.write(question)
    const { value, done } = await lines.next()
    if (done === true) throw new AppError('invalid_request', 'Nothing was entered.')
    return value
  }

  return {
    ask,
    async askSecret(question) {
      isHidden = true
      try {
        return await ask(question)
      } finally {
        isHidden = false
        if (terminal) output.write('\n')
      }
    },
    close: () => reader.close(),
  }
}
