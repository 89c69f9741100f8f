import MarkdownIt from 'markdown-it'
import { Html } from './html.ts'

const LINK = /^(https?:\/\/|mailto:|\/(?!\/))/i

/** Texts of owners. HTML in them is shown as text, and pictures are left out because pages load none from other hosts. */
const renderer = new MarkdownIt('commonmark', { html: false, linkify: false, typographer: false })
  .enable(['table', 'strikethrough'])
  .disable(['image'])
renderer.validateLink = (url) => LINK.test(url)
// The page has one main heading, so headings of a text begin on the second level.
renderer.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2'
})
renderer.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener')
  return self.renderToken(tokens, index, options)
}
renderer.renderer.rules['bullet_list_open'] = () => '<ul class="ticks">\n'

export function renderMarkdown(text: string): Html {
  return new Html(renderer.render(text), text)
}
