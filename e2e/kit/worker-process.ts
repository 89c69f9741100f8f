import { fork } from 'node:child_process'

export type WorkerProcess<Report> = {
  /** Returns the events since the last report. */
  report: () => Promise<Report>
  stop: () => Promise<Report>
  kill: () => void
}

type Message<Report> = { report?: Report }

/** Starts a part of a harness in its own process, so that the other parts do not slow it down. */
export async function startWorker<Task extends object, Report>(
  file: string,
  task: Task,
): Promise<WorkerProcess<Report>> {
  // With a small young generation, its garbage collections are too short to look like a slow server. Those of the old generation take
  // both cores of a small machine for seconds; with this much room there are none.
  const execArgv = [
    ...process.execArgv,
    '--max-semi-space-size=2',
    '--no-parallel-scavenge',
    '--initial-old-space-size=1024',
  ]
  const child = fork(file, { serialization: 'advanced', execArgv })
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`${file} ended with ${signal ?? `exit code ${code}`}`)))
  })
  // A pending request reports this error. If there is none, the end was expected.
  ended.catch(() => undefined)

  async function send(message: Task | 'report' | 'stop'): Promise<Message<Report>> {
    const reply = new Promise<Message<Report>>((resolve) => child.once('message', resolve as (value: unknown) => void))
    child.send(message)
    return Promise.race([reply, ended])
  }
  async function requestReport(message: 'report' | 'stop'): Promise<Report> {
    const { report } = await send(message)
    if (!report) throw new Error(`${file} sent no report`)
    return report
  }

  await send(task)
  return {
    report: () => requestReport('report'),
    stop: () => requestReport('stop'),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The other side, in the file of the worker. The worker ends when the harness ends. */
export function runWorker<Task, Report>(
  begin: (task: Task) => Promise<{ report: () => Report; stop: () => Promise<void> }>,
): void {
  async function run(task: Task): Promise<void> {
    const work = await begin(task)
    process.on('message', (message) => void reply(message))
    process.send?.({})

    async function reply(message: unknown): Promise<void> {
      if (message === 'stop') await work.stop()
      process.send?.({ report: work.report() }, () => {
        if (message === 'stop') process.exit()
      })
    }
  }
  process.once('message', (task) => void run(task as Task))
  process.on('disconnect', () => process.exit())
}
