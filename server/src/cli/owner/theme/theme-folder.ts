import { AppError } from '../../../errors.ts'
import { findProblems } from '../../../stores/themes/upload-theme.ts'
import type { ThemeProblem } from '../../../themes/isolation/protocol.ts'
import { createThemeRenderer } from '../../../themes/isolation/theme-renderer.ts'
import { readThemeFiles, type ThemeFiles } from '../../../themes/theme-files.ts'

/** Without hidden files, which editors and Git leave in a folder. */
export async function readFolder(dir: string): Promise<ThemeFiles> {
  const files = await readThemeFiles(dir.replace(/\/+$/, '')).catch((error: Error) => {
    throw new AppError('invalid_request', `The folder can't be read (${error.message}). Check its path`)
  })
  return new Map([...files].filter(([path]) => !path.split('/').some((part) => part.startsWith('.'))))
}

export async function checkFolder(dir: string): Promise<ThemeProblem[]> {
  const renderer = createThemeRenderer()
  try {
    return await findProblems(renderer, 'folder', await readFolder(dir))
  } finally {
    renderer.stop()
  }
}
