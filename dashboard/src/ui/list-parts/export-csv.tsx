import type { CallOptions } from '@quartermaster/sdk'
import { type ReactElement, useRef, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../button.tsx'
import { BYTE_ORDER_MARK, csvLine, type CsvValue } from './csv.ts'
import { ProblemNote } from '../problem.tsx'
import { saveFile } from '../../app/save-file.ts'

const PAGE_SIZE = 200

type CsvColumn<Item> = { head: string; csv?: (item: Item) => CsvValue }

type ExportCsvProps<Input, Item> = {
  each: (input: Input & { limit: number }, options?: CallOptions) => AsyncIterable<Item>
  input: Input
  columns: CsvColumn<Item>[]
  /** The name of the file, without `.csv`. */
  file: string
}

/** Saves all pages of a list as a file. It shows its progress; a second press stops it. */
export function ExportCsv<Input, Item>({ each, input, columns, file }: ExportCsvProps<Input, Item>): ReactElement {
  const t = useTexts()
  const [count, setCount] = useState<number>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)

  async function run(): Promise<void> {
    const abort = new AbortController()
    running.current = abort
    setError(undefined)
    setCount(0)
    try {
      const { signal } = abort
      const items = each({ ...withoutCursor(input), limit: PAGE_SIZE }, { signal })
      saveFile(await readAll(items, columns, setCount), { name: `${file}.csv`, type: 'text/csv' })
    } catch (problem) {
      if (!abort.signal.aborted) setError(problem)
    } finally {
      setCount(undefined)
    }
  }

  const isRunning = count !== undefined
  return (
    <span className="action">
      <Button icon="download" onClick={() => (isRunning ? running.current?.abort() : void run())}>
        {isRunning ? t('list.exporting', { count }) : t('list.export')}
      </Button>
      <span className="sr" aria-live="polite">
        {isRunning && t('list.exporting', { count: count - (count % 1_000) })}
      </span>
      {error !== undefined && <ProblemNote error={error} />}
    </span>
  )
}

function withoutCursor<Input>(input: Input): Input {
  return { ...input, cursor: undefined }
}

async function readAll<Item>(
  items: AsyncIterable<Item>,
  columns: CsvColumn<Item>[],
  onProgress: (count: number) => void,
): Promise<string[]> {
  const exported = columns.flatMap(({ head, csv }) => (csv ? [{ head, csv }] : []))
  const lines = [BYTE_ORDER_MARK + csvLine(exported.map(({ head }) => head))]
  for await (const item of items) {
    lines.push(csvLine(exported.map(({ csv }) => csv(item))))
    if (lines.length % PAGE_SIZE === 0) onProgress(lines.length)
  }
  return lines
}
