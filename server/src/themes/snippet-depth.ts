import { type Context, type Emitter, IncludeTag, LayoutTag, type Liquid, RenderTag } from 'liquidjs'

/** Far below the depth that exhausts the stack. */
const MAX_DEPTH = 50

/** How many files surround the current one, by page. The globals of a page are the same object in all of its snippets. */
const depths = new WeakMap<object, number>()

/** Limits how deep files include each other. Liquid has no such limit, and its time limit can come after the stack is exhausted. */
export function limitSnippetDepth(liquid: Liquid): void {
  liquid.registerTag(
    'render',
    class extends RenderTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        yield* oneDeeper(context, super.render(context, emitter))
      }
    },
  )
  liquid.registerTag(
    'include',
    class extends IncludeTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        yield* oneDeeper(context, super.render(context, emitter))
      }
    },
  )
  liquid.registerTag(
    'layout',
    class extends LayoutTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
        return yield* oneDeeper(context, super.render(context, emitter))
      }
    },
  )
}

function* oneDeeper<T>(
  { globals }: Context,
  rendering: Generator<unknown, T, unknown>,
): Generator<unknown, T, unknown> {
  const depth = (depths.get(globals) ?? 0) + 1
  if (depth > MAX_DEPTH) throw new Error(`Snippets are nested more than ${MAX_DEPTH} deep. Does one include itself?`)
  depths.set(globals, depth)
  try {
    return yield* rendering
  } finally {
    depths.set(globals, depth - 1)
  }
}
