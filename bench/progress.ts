/** A bar on standard error, so that standard output holds results only. Without a terminal it speaks every tenth. */
export function startProgress(label: string, total: number): { add: (amount: number) => void; done: () => void } {
  const started = Date.now()
  const terminal = process.stderr.isTTY
  let sum = 0
  let shown = -1

  function show(): void {
    const share = total === 0 ? 1 : Math.min(1, sum / total)
    const step = Math.floor(share * (terminal ? 100 : 10))
    if (step === shown) return
    shown = step
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    const line = `${label.padEnd(28)} [${bar}] ${(share * 100).toFixed(0).padStart(3)} % ${seconds.padStart(4)} s`
    process.stderr.write(terminal ? `\r${line}` : `${line}\n`)
  }

  return {
    add(amount) {
      sum += amount
      show()
    },
    done() {
      sum = total
      show()
      if (terminal) process.stderr.write('\n')
    },
  }
}
