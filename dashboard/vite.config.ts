import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { compileTexts } from './compile-texts.ts'

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
    // What every page needs is one file. The default is a file for each set of modules that screens share, 36 of them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    reportCompressedSize: false,
  },
})
