import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

test('headings begin at the second level, and lists, emphasis and code are rendered', () => {
  expect(renderMarkdown('# What you get\n\n- **6** homes\n- `code`\n\n###### deep')).toBe(
    '<h2>What you get</h2>\n<ul>\n<li><strong>6</strong> homes</li>\n<li><code>code</code></li>\n</ul>\n<h6>deep</h6>\n',
  )
})

test('links to http, https and mailto are marked as those of a user', () => {
  expect(renderMarkdown('[rules](https://vale.example/r "Read")')).toBe(
    '<p><a href="https://vale.example/r" title="Read" rel="nofollow ugc noopener">rules</a></p>\n',
  )
  for (const url of ['http://vale.example', 'mailto:help@vale.example', 'HTTPS://vale.example']) {
    expect(renderMarkdown(`<${url}>`)).toContain('rel="nofollow ugc noopener"')
  }
})

test.for([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/checkout)',
  '[x](\\\\evil.example)',
  '[x](blob:https://vale.example/1)',
  '<javascript:alert(1)>',
  '[x][1]\n\n[1]: javascript:alert(1)',
])('%j makes no link', (text) => {
  expect(renderMarkdown(text)).not.toContain('<a')
})

test.for([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<!-- comment -->',
  '<?php echo 1 ?>',
  '<![CDATA[x]]>',
  '```"><script>alert(1)</script>\nx\n```',
  '`<script>`',
  '    <script>',
  '[<img src=x onerror=alert(1)>](https://vale.example)',
  '[x](https://vale.example "\\"><script>alert(1)</script>")',
  '[x](https://vale.example/"onmouseover="alert(1))',
  '# <h1 onclick=alert(1)>',
  '| a |\n|:-:|\n| <script> |',
  '![<script>](https://vale.example/x.png)',
  '{{ 7 | times: 7 }} {% include "x" %}',
])('%j becomes text', (text) => {
  const html = renderMarkdown(text)
  const allowed =
    /^<\/?(?:p|a|code|pre|h\d|strong|em|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|th|td)(?:\s+(?:class|href|title|rel)="[^"]*")*>$/
  for (const tag of html.match(/<[^>]*>/g) ?? []) expect(tag).toMatch(allowed)
})

test('a picture is replaced by its text, so that no other host is asked', () => {
  expect(renderMarkdown('![A shield](https://evil.example/track.png)')).toBe('<p>A shield</p>\n')
})

test.for([
  ['brackets', '['],
  ['picture brackets', '!['],
  ['stars', '*a '],
  ['mixed stars', '*_'],
  ['quotes', '>'],
  ['nested lists', '- '],
  ['back ticks', '`'],
  ['back ticks of growing length', '`a``b'],
  ['links', '[a](b'],
  ['angle brackets', '<a'],
  ['table cells', '|-'],
  ['entities', '&#x'],
  ['backslashes', '\\'],
  ['definitions', '[a]: <b\n'],
  ['comments', '<!--'],
] as const)('20,000 characters of %s become a page of less than two megabytes', ([, part]) => {
  expect(renderMarkdown(part.repeat(20_000 / part.length)).length).toBeLessThan(2_000_000)
})
