import { fork } from 'node:child_process'

export type Part<Report> = {
  /** What happened since this was asked last. */
  ask: () => Promise<Report>
  stop: () => Promise<Report>
  kill: () => void
}

type Message<Report> = { report?: Report }

/** A part of the harness in a process of its own, so that no other part slows it down. */
export async function startPart<Order extends object, Report>(file: string, order: Order): Promise<Part<Report>> {
  const child = fork(file, { serialization: 'advanced' })
  const ended = new Promise<never>((_, fail) => {
    child.once('exit', (code, signal) => fail(new Error(`${file} ended with ${signal ?? `exit code ${code}`}`)))
  })
  // Whoever asks hears of it; nobody may be asking at the end.
  ended.catch(() => undefined)

  async function tell(word: Order | 'report' | 'stop'): Promise<Message<Report>> {
    const heard = new Promise<Message<Report>>((resolve) => child.once('message', resolve as (value: unknown) => void))
    child.send(word)
    return Promise.race([heard, ended])
  }
  async function reportAfter(word: 'report' | 'stop'): Promise<Report> {
    const { report } = await tell(word)
    if (!report) throw new Error(`${file} gave no report`)
    return report
  }

  await tell(order)
  return { ask: () => reportAfter('report'), stop: () => reportAfter('stop'), kill: () => void child.kill('SIGKILL') }
}

/** The other side: begins with the order, reports when asked, and ends with the harness, however that ends. */
export function servePart<Order, Report>(
  begin: (order: Order) => Promise<{ report: () => Report; stop: () => Promise<void> }>,
): void {
  async function serve(order: Order): Promise<void> {
    const part = await begin(order)
    process.on('message', (word) => void answer(word))
    process.send?.({})

    async function answer(word: unknown): Promise<void> {
      if (word === 'stop') await part.stop()
      process.send?.({ report: part.report() }, () => {
        if (word === 'stop') process.exit()
      })
    }
  }
  process.once('message', (order) => void serve(order as Order))
  process.on('disconnect', () => process.exit())
}
