import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the texts of a language while the dashboard is built, so that browsers do not need the parser. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]locales[\\/][\w-]+\.json\?texts$/ },
      handler: (source) => ({
        code: `export default ${JSON.stringify(
          Object.fromEntries(
            Object.entries(JSON.parse(source) as Record<string, string>).map(([id, text]) => [
              id,
              compileMessage(text),
            ]),
          ),
        )}`,
        moduleType: 'js',
        map: null,
      }),
    },
  }
}
