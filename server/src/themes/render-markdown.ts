import MarkdownIt from 'markdown-it'

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i
/** Deeper nesting costs time and no one reads it. */
const MAX_NESTING = 20

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: MAX_NESTING })
markdown.validateLink = (url) => SAFE_LINK.test(url.trim())

const { rules } = markdown.renderer
rules['link_open'] = (tokens, i, options, _env, renderer) => {
  tokens[i]?.attrSet('rel', 'nofollow ugc noopener')
  return renderer.renderToken(tokens, i, options)
}
// A picture would be loaded from another host, which would learn who visits the page.
rules['image'] = (tokens, i) => markdown.utils.escapeHtml(tokens[i]?.content ?? '')
// The page around the text has the heading of the first level.
rules['heading_open'] = (tokens, i) => `<${headingTag(tokens[i]?.tag)}>`
rules['heading_close'] = (tokens, i) => `</${headingTag(tokens[i]?.tag)}>\n`

// The alignment of a column would be an inline style, which the Content-Security-Policy of stores forbids.
rules['th_open'] = () => '<th>'
rules['td_open'] = () => '<td>'

/** Turns the Markdown of an owner into HTML without scripts, pictures or HTML of the owner. */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}

function headingTag(tag = 'h1'): string {
  return `h${Math.min(Number(tag.slice(1)) + 1, 6)}`
}
