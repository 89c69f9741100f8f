import { expect, test } from 'vitest'
import { checkTypes } from './check-types.ts'
import { type Manifest, readManifests, toManifest } from './read-manifests.ts'

type Model = new (content: object) => { validate: () => void }
type Labels = Record<string, string>

const manifests = await readManifests()

async function checkSchema({ content, model }: Manifest): Promise<string[]> {
  const Kind = ((await import(model)) as Record<string, Model>)[content.kind]
  if (!Kind) return [`${model} has no ${content.kind}`]
  try {
    new Kind(content).validate()
    return []
  } catch (error) {
    return [`${content.kind} ${content.metadata.name}: ${String(error)}`]
  }
}

/** Finds what is wrong with each manifest. All are compiled at once, because the compiler needs seconds to start. */
async function check(checked: Manifest[]): Promise<string[][]> {
  const byType = checkTypes(checked)
  return Promise.all(checked.map(async (each, index) => [...(await checkSchema(each)), ...(byType[index] ?? [])]))
}

test('every manifest has the fields and types of the schemas that Kubernetes and CloudNativePG publish', async () => {
  const kinds = [
    'Cluster',
    'ConfigMap',
    'Deployment',
    'Job',
    'Namespace',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
  ]
  expect(manifests.map(({ content }) => content.kind).toSorted()).toEqual(kinds)
  expect((await check(manifests)).flat()).toEqual([])
})

const MISTAKES = [
  ['Deployment', '"replicas":2', '"replcas":2'],
  ['Deployment', '"replicas":2', '"replicas":"two"'],
  ['Deployment', '"readinessProbe"', '"readyProbe"'],
  ['Deployment', '"port":"operations"', '"port":true'],
  ['Job', '"backoffLimit":6', '"backoffLimit":1.5'],
  ['Service', '"targetPort"', '"target"'],
  ['NetworkPolicy', '"podSelector"', '"pods"'],
  ['PodDisruptionBudget', '"minAvailable"', '"available"'],
  ['Cluster', '"instances":2', '"instances":"two"'],
  ['Cluster', '"initdb"', '"init"'],
] as const

test('a manifest with a mistake is noticed', async () => {
  const mistaken = MISTAKES.map(([kind, from, to]) => {
    const text = JSON.stringify(manifests.find(({ content }) => content.kind === kind)?.content)
    expect(text).toContain(from)
    return toManifest(JSON.parse(text.replace(from, to)) as Manifest['content'])
  })
  const found = await check(mistaken)
  expect(MISTAKES.filter((_, index) => found[index]?.length === 0)).toEqual([])
})

test('selectors find the pods of the server, and every reference has its target', () => {
  const spec = <T>(kind: string) => manifests.find(({ content }) => content.kind === kind)?.content['spec'] as T
  type Pods = { template: { metadata: { labels: Labels }; spec: object } }
  const deployment = spec<Pods & { selector: { matchLabels: Labels } }>('Deployment')
  const { labels } = deployment.template.metadata
  expect(labels).toMatchObject(deployment.selector.matchLabels)
  expect(labels).toMatchObject(spec<{ selector: Labels }>('Service').selector)
  expect(labels).toMatchObject(spec<{ selector: { matchLabels: Labels } }>('PodDisruptionBudget').selector.matchLabels)
  const { podSelector } = spec<{ podSelector: { matchLabels: Labels } }>('NetworkPolicy')
  for (const pods of [deployment, spec<Pods>('Job')]) {
    expect(pods.template.metadata.labels).toMatchObject(podSelector.matchLabels)
    expect(JSON.stringify(pods)).toContain('"name":"quartermaster-database-app","key":"uri"')
    expect(JSON.stringify(pods)).toContain('"readOnlyRootFilesystem":true')
  }
  const images = (JSON.stringify(manifests).match(/"image":"[^"]+"/g) ?? []).map(String)
  expect(new Set(images).size).toBe(1)
})
