import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { PROJECT_ROOT } from '../kit/run-command.ts'

export type Manifest = {
  content: {
    apiVersion: string
    kind: string
    metadata: { name: string; namespace?: string }
    [field: string]: unknown
  }
  /** The module that has the schema and the type of this kind. */
  model: string
}

/** All manifests, in the order in which they are applied. */
export async function readManifests(): Promise<Manifest[]> {
  const folder = join(PROJECT_ROOT, 'deploy/kubernetes')
  const files = await Array.fromAsync(glob('*.yaml', { cwd: folder }))
  const texts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      if (document.errors[0]) throw document.errors[0]
      return toManifest(document.toJS() as Manifest['content'])
    }),
  )
}

export function toManifest(content: Manifest['content']): Manifest {
  const { apiVersion, kind } = content
  const publisher = apiVersion.includes('cnpg.io') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  return { content, model: `${publisher}/${apiVersion}/${kind}` }
}
