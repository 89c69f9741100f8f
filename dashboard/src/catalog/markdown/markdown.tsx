import MarkdownIt, { type Token } from 'markdown-it'
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i

// As the storefront renders it.
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 20 })
parser.validateLink = (url) => SAFE_LINK.test(url.trim())

/** Shows Markdown as the storefront does. It becomes elements, because the page may not insert markup. */
export function Markdown({ text }: { text: string }): ReactElement {
  return <>{toNodes(parser.parse(text, {}))}</>
}

type Open = { token: Token; children: ReactNode[] }

function toNodes(tokens: Token[]): ReactNode[] {
  const root: ReactNode[] = []
  const open: Open[] = []
  for (const [index, token] of tokens.entries()) {
    const siblings = open.at(-1)?.children ?? root
    if (token.nesting === 1) open.push({ token, children: [] })
    else if (token.nesting === -1) {
      const closed = open.pop()
      const parent = open.at(-1)?.children ?? root
      if (closed) parent.push(elementOf(closed, index))
    } else siblings.push(<Fragment key={index}>{leafOf(token)}</Fragment>)
  }
  return root
}

function elementOf({ token, children }: Open, key: number): ReactNode {
  if (token.hidden) return <Fragment key={key}>{children}</Fragment>
  const href = token.tag === 'a' ? token.attrGet('href') : null
  const link = href === null ? {} : { href, rel: 'nofollow noopener noreferrer', target: '_blank' }
  return createElement(tagOf(token.tag), { key, ...link }, children)
}

/** The page around the text has the headings of the first two levels. */
function tagOf(tag: string): string {
  return /^h\d$/.test(tag) ? `h${Math.min(Number(tag.slice(1)) + 2, 6)}` : tag
}

function leafOf({ type, content, children, tag }: Token): ReactNode {
  if (type === 'inline') return toNodes(children ?? [])
  if (type === 'code_inline') return <code>{content}</code>
  if (type === 'fence' || type === 'code_block') return <pre>{content}</pre>
  if (type === 'softbreak') return '\n'
  if (tag === 'br') return <br />
  if (tag === 'hr') return <hr />
  return content
}
