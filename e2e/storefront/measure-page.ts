import lighthouse from 'lighthouse'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
export type PageFigures = Record<Category | 'lcpMs' | 'cls', number>
export type MeasuredPage = { figures: PageFigures; losses: string[] }

type Visit = {
  url: string
  /** The port at which Lighthouse controls the browser. */
  port: number
  skipAudits?: string[]
  cookie?: string
}

/** Lighthouse on an emulated phone. `losses` names what costs points. */
async function measurePage({ url, port, skipAudits = [], cookie }: Visit): Promise<MeasuredPage> {
  const extraHeaders = cookie === undefined ? {} : { extraHeaders: { cookie } }
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', skipAudits, ...extraHeaders })
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`)
  const { categories, audits } = result.lhr
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const losses = CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.title})`),
  )
  const figures = {
    ...Object.fromEntries(scores),
    lcpMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
    cls: Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3)),
  } as PageFigures
  return { figures, losses }
}

/** The round in the middle, by performance. */
export async function measureInRounds(
  visit: Visit,
  { rounds, onRound }: { rounds: number; onRound: () => void },
): Promise<MeasuredPage> {
  const measured: MeasuredPage[] = []
  for (let i = 0; i < rounds; i++) {
    measured.push(await measurePage(visit))
    onRound()
  }
  const middle = measured.toSorted((a, b) => a.figures.performance - b.figures.performance)[rounds >> 1]
  if (!middle) throw new Error('Measure at least one round')
  return middle
}
