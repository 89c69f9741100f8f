import type { Manage, ManageClient } from '@quartermaster/sdk'
import { AppError } from '../../../errors.ts'
import { startProgress } from '../../progress.ts'
import type { ImportDocument, Note, Product } from './document.ts'

const KINDS = ['categories', 'products', 'entitlements', 'bans', 'coupons', 'giftCards'] as const
type Kind = (typeof KINDS)[number]
type Body = Manage.ImportBatchData['body']
export type Counts = Manage.ImportReport['counts']
export type SentImport = { counts: Counts; items: Manage.ImportReport['items']; notes: Note[] }

/** The API accepts twice as much. */
const MAX_BATCH_BYTES = 1_000_000
const MAX_ITEMS: Record<Kind, number> = {
  categories: 500,
  products: 50,
  entitlements: 1_000,
  bans: 500,
  coupons: 500,
  giftCards: 100,
}

type Options = {
  storeId: string
  dryRun: boolean
  overwrite: boolean
  /** Ids of servers of the store, by what the other platform calls its servers, in lower case. */
  servers: Map<string, string>
}

/** Sends a document in batches. Each batch is done or not done as a whole, so an import can be repeated after any failure. */
export async function sendImport(
  manage: ManageClient,
  document: ImportDocument,
  options: Options,
): Promise<SentImport> {
  const { storeId, dryRun, overwrite, servers } = options
  const sent: SentImport = { counts: emptyCounts(), items: [], notes: [] }
  const parts = {
    ...document,
    products: mapServers(document.products, servers, sent.notes).filter(hasCommands(sent.notes)),
  }
  const total = KINDS.reduce((sum, kind) => sum + parts[kind].length, 0)
  const progress = startProgress(dryRun ? 'comparing' : 'importing', total)
  /** Products and categories that a dry run would create. */
  const announced = { products: new Set<string>(), categories: new Set<string>() }
  for (const kind of KINDS) {
    let items: object[] = parts[kind]
    if (kind === 'entitlements') {
      const imported = new Set(parts.products.map(({ sourceId }) => sourceId))
      const known = parts.entitlements.filter(({ productSourceId }) => imported.has(productSourceId))
      noteLeftOut(sent.notes, parts.entitlements.length - known.length)
      // A dry run creates no products, so nothing of them can exist yet.
      items = known.filter(({ productSourceId }) => !announced.products.has(productSourceId))
      sent.counts.entitlements.created += known.length - items.length
      progress.add(parts.entitlements.length - items.length)
    }
    if (kind === 'coupons') {
      items = parts.coupons.filter(
        ({ productSourceIds = [], categorySourceIds = [] }) =>
          !productSourceIds.some((id) => announced.products.has(id)) &&
          !categorySourceIds.some((id) => announced.categories.has(id)),
      )
      sent.counts.coupons.created += parts.coupons.length - items.length
      progress.add(parts.coupons.length - items.length)
    }
    for (const batch of split(items, MAX_ITEMS[kind])) {
      const body = { source: document.source, overwrite, [kind]: batch } as Body
      const report = dryRun
        ? await manage.previewImport({ storeId, ...body })
        : await manage.importBatch({ storeId, ...body })
      addCounts(sent.counts, report.counts)
      sent.items.push(...report.items)
      for (const { kind: of, outcome, sourceId } of report.items)
        if (dryRun && outcome === 'created' && (of === 'products' || of === 'categories'))
          announced[of].add(sourceId ?? '')
      progress.add(batch.length)
    }
  }
  progress.done()
  return sent
}

type WireProduct = NonNullable<Body['products']>[number]

function mapServers(products: Product[], servers: Map<string, string>, notes: Note[]): WireProduct[] {
  const missing = new Map<string, string>()
  const mapped = products.map(({ servers: names, ...product }) => {
    const ids = names.flatMap((name) => servers.get(name.toLowerCase()) ?? [])
    for (const name of names) if (!servers.has(name.toLowerCase())) missing.set(name, product.name)
    // Only some of them would be wrong without a word, so none is chosen.
    return { ...product, serverIds: ids.length === names.length ? [...new Set(ids)] : [] }
  })
  for (const [name, product] of missing)
    notes.push({
      about: product,
      text: `There is no server "${name}" here, so it is delivered to the default server. Add --map-server "${name}=srv_…".`,
    })
  return mapped
}

const hasCommands = (notes: Note[]) => (product: WireProduct) => {
  if (product.commands.approve.length > 0) return true
  notes.push({
    about: product.name,
    text: `It is not imported, because it has no command that gives it. Add its commands to the file of --commands, with the product ${product.sourceId}.`,
  })
  return false
}

function noteLeftOut(notes: Note[], count: number): void {
  if (count > 0)
    notes.push({ about: 'Entitlements', text: `${count} are for products that are not imported, and are left out.` })
}

function* split<T extends object>(items: T[], max: number): Iterable<T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item))
    if (size > MAX_BATCH_BYTES)
      throw new AppError(
        'body_too_large',
        'A product is too large to be imported. Shorten its description or commands.',
      )
    if (batch.length >= max || bytes + size > MAX_BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

const emptyCounts = (): Counts => {
  const none = () => ({ created: 0, changed: 0, unchanged: 0, kept: 0, failed: 0 })
  return {
    categories: none(),
    products: none(),
    entitlements: none(),
    bans: none(),
    coupons: none(),
    giftCards: none(),
  }
}

function addCounts(sum: Counts, more: Counts): void {
  for (const kind of KINDS)
    for (const outcome of ['created', 'changed', 'unchanged', 'kept', 'failed'] as const)
      sum[kind][outcome] += more[kind][outcome]
}
