import { join } from 'node:path'
import ts from 'typescript'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import type { Manifest } from './read-manifests.ts'

const FILE = join(PROJECT_ROOT, 'e2e/kubernetes/manifests-as-typescript.ts')

/**
 * Compares manifests with the published types of their kinds, because the published schemas accept unknown fields. Each manifest is one
 * line of a file that exists only in memory. Returns what the compiler finds for each of them.
 */
export function checkTypes(manifests: Manifest[]): string[][] {
  const lines = manifests.map(
    ({ content, model }, index) =>
      `export const m${index}: import('${model}').I${content.kind} = ${JSON.stringify(content)}\n`,
  )
  const found = manifests.map((): string[] => [])
  for (const { start = 0, messageText } of compile(lines.join(''))) {
    const line = lines.join('').slice(0, start).split('\n').length - 1
    found[line]?.push(ts.flattenDiagnosticMessageText(messageText, ' '))
  }
  return found
}

function compile(text: string): readonly ts.Diagnostic[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, ...more) =>
      name === FILE ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : disk.getSourceFile(name, ...more),
    fileExists: (name) => name === FILE || disk.fileExists(name),
    readFile: (name) => (name === FILE ? text : disk.readFile(name)),
  }
  return ts.getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
}
