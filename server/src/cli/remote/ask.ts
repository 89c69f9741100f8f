import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '../../errors.ts'

export type Asker = {
  ask: (question: string) => Promise<string>
  /** What is typed is not shown. */
  askSecret: (question: string) => Promise<string>
  close: () => void
}

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/** Questions on a terminal. Without one, answers are the lines of the input. */
export function openAsker({ input, output }: Terminal): Asker {
  let isHidden = false
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = input.isTTY === true
  const lines = createInterface({ input, output: terminal ? echo : undefined, terminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()

  async function ask(question: string): Promise<string> {
    output.write(question)
    const { value, done } = await answers.next()
    if (done === true) throw new AppError('invalid_request', 'Nothing was entered')
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
    close: () => lines.close(),
  }
}
