export type Progress = { add: (amount: number) => void; done: () => void }

/** A progress bar on standard error, so that standard output has only results. Without a terminal: one line per tenth. */
export function startProgress(label: string, total: number): Progress {
  const startedAt = Date.now()
  const { isTTY } = process.stderr
  let sum = 0
  let shownStep = -1

  function show(): void {
    const share = total === 0 ? 1 : Math.min(1, sum / total)
    const step = Math.floor(share * (isTTY ? 100 : 10))
    if (step === shownStep) return
    shownStep = step
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0)
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    const line = `${label.padEnd(28)} [${bar}] ${(share * 100).toFixed(0).padStart(3)} % ${seconds.padStart(4)} s`
    process.stderr.write(isTTY ? `\r${line}` : `${line}\n`)
  }

  return {
    add(amount) {
      sum += amount
      show()
    },
    done() {
      sum = total
      show()
      if (isTTY) process.stderr.write('\n')
    },
  }
}
