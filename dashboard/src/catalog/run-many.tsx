import { type ReactElement, useRef, useState } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useProof } from '../app/with-proof.ts'
import { Button } from '../ui/button.tsx'

export type Run<Item> = {
  state: 'ready' | 'running' | 'finished'
  done: Set<Item>
  failed: Map<Item, unknown>
  total: number
  start: (items: Item[]) => Promise<void>
  stop: () => void
}

/** Does the same to many items, one after another, and remembers what failed. */
export function useRunMany<Item>(work: (item: Item) => Promise<unknown>): Run<Item> {
  const withProof = useProof()
  const [state, setState] = useState<Run<Item>['state']>('ready')
  const [done, setDone] = useState(new Set<Item>())
  const [failed, setFailed] = useState(new Map<Item, unknown>())
  const [total, setTotal] = useState(0)
  const isStopped = useRef(false)

  async function start(items: Item[]): Promise<void> {
    isStopped.current = false
    setState('running')
    setTotal(items.length)
    setFailed(new Map())
    for (const item of items) {
      if (isStopped.current) break
      try {
        await withProof(() => work(item))
        setDone((old) => new Set(old).add(item))
      } catch (error) {
        setFailed((old) => new Map(old).set(item, error))
      }
    }
    setState('finished')
  }

  const stop = () => {
    isStopped.current = true
  }
  return { state, done, failed, total, start, stop }
}

/** How far it is. It can be stopped; what is done stays done. */
export function RunProgress<Item>({ run }: { run: Run<Item> }): ReactElement {
  const t = useTexts()
  const count = run.done.size + run.failed.size
  return (
    <div className="run-progress">
      <progress value={count} max={run.total} aria-label={t('run.label')} />
      <span role="status">
        {run.state === 'running'
          ? t('run.running', { count, total: run.total })
          : t('run.finished', { done: run.done.size, failed: run.failed.size })}
      </span>
      {run.state === 'running' && (
        <Button size="small" onClick={run.stop}>
          {t('run.stop')}
        </Button>
      )}
    </div>
  )
}
