import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { compileTexts } from './compile-texts.ts'

/**
 * One file for what every page needs, and one for what most screens of a store share. The default is a file for each set
 * of modules that screens share, which were 54 files until Today was drawn.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial' as const] },
  {
    name: 'screens',
    test: /src[\\/](shell|app|ui[\\/](page|panel|chip|empty|api-call|copy-box))[\\/.]/,
    minShareCount: 2,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compileTexts(), react(), compressFiles()],
  build: {
    target: 'es2024',
    outDir: 'dist',
    assetsDir: 'dashboard',
    // The polyfill would be an inline script. A data: URL for a drawing is not worth a second rule for icons.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    reportCompressedSize: false,
  },
})
