import { type Emitter, type Liquid, Tag, type TagToken, type TopLevelToken } from 'liquidjs'

/** What a section declares in `{% schema %}`: its settings, with the values that they have unless a template changes them. */
export type SectionSchema = { defaults: Record<string, unknown> }

const SCHEMA = /\{%-?\s*schema\s*-?%\}([^]*?)\{%-?\s*endschema\s*-?%\}/

export function readSchema(source: string): SectionSchema {
  const { settings = [] } = readSchemaJson(source) as { settings?: { id: string; default?: unknown }[] }
  return { defaults: Object.fromEntries(settings.map(({ id, default: value = null }) => [id, value])) }
}

export function readSchemaJson(source: string): unknown {
  const text = SCHEMA.exec(source)?.[1]
  return text === undefined ? {} : JSON.parse(text)
}

/** The schema is read when the theme is compiled. In a page it writes nothing. */
export function registerSchemaTag(liquid: Liquid): void {
  liquid.registerTag(
    'schema',
    class extends Tag {
      constructor(token: TagToken, remaining: TopLevelToken[], engine: Liquid) {
        super(token, remaining, engine)
        while (remaining.length > 0) {
          const next = remaining.shift()
          if (next && 'name' in next && next.name === 'endschema') return
        }
        throw new Error('{% schema %} has no {% endschema %}')
      }
      override *render(_context: unknown, _emitter: Emitter): Generator<unknown, void, unknown> {}
    },
  )
}
