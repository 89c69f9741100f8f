/** Templates that try to take time, memory or output, or to read what is not theirs. Each is tried in several places of a theme. */

const BIG =
  "{% assign big = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' %}{% for i in (1..6) %}{% assign big = big | append: big %}{% endfor %}"
const double = (filter: string, times = 40) =>
  `${BIG}{% assign a = big %}{% for i in (1..${times}) %}{% assign a = a | ${filter} %}{% endfor %}{{ a | size }}`
const many = (work: string, times = 3_000_000) => `${BIG}{% for i in (1..${times}) %}${work}{% endfor %}`

const TIME = [
  '{%- for i in (1..100000000) -%}{%- endfor -%}',
  '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
  '{% for a in (1..999) %}{% for b in (1..999) %}{% for c in (1..999) %}{% endfor %}{% endfor %}{% endfor %}',
  '{% tablerow i in (1..100000000) %}{% endtablerow %}',
  many('{% increment x %}'),
  many('{% cycle "a","b" %}'),
  many("{% assign x = big | split: '' | reverse | join: '' %}"),
  many("{% assign x = home.shelves | where_exp: 's', 's.name contains \"a\"' %}"),
  many("{% assign x = home.shelves | sort: 'name' | map: 'name' %}"),
  many("{% assign x = big | replace: 'x', 'xx' %}"),
  many('{% assign x = big | strip_html %}'),
  many('{% assign x = big | url_encode %}'),
  many('{% if big contains "yyyy" %}{% endif %}'),
  many("{{ 'now' | date: '%Y' }}"),
  many('{{ big | markdown }}', 100_000),
  `${BIG}{% assign a = '<' %}{% for i in (1..16) %}{% assign a = a | append: a %}{% endfor %}{{ a | strip_html | size }}`,
  `{% assign a = '[' %}{% for i in (1..14) %}{% assign a = a | append: a %}{% endfor %}{{ a | markdown }}`,
  many("{{ 'x' | t: count: i }}", 50_000_000),
]

const MEMORY = [
  ...['append: a', 'prepend: a', 'base64_encode', 'url_encode', 'json', 'escape', "replace: 'x', a"].map((filter) =>
    double(filter),
  ),
  "{% assign a = '0123456789' | split: '' %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}{{ a | size }}",
  "{% assign a = '0123456789' | split: '' %}{% for i in (1..26) %}{% assign a = a | concat: a %}{% endfor %}{{ a | join: 'xxxxxxxx' | size }}",
  `${BIG}{% assign a = big %}{% for i in (1..30) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}`,
  "{% assign a = (1..100000000) | join: ',' %}",
  '{% assign a = (1..50000000) | sort | reverse %}',
  "{{ 'x' | date: '%999999999d' }}",
  '{{ "x" | slice: 0, 999999999999 }}{{ "x" | truncate: 999999999999 }}',
]

const OUTPUT = [
  '{% for i in (1..200000) %}0123456789{% endfor %}',
  `${BIG}{% for i in (1..2000) %}{{ big }}{% endfor %}`,
  "{% for i in (1..200000) %}{{ 'price' | t }}<br>{% endfor %}",
  `${BIG}{% for i in (1..999) %}{{ big | escape | escape }}{% endfor %}`,
]

const RECURSION = [
  "{% render 'self' %}",
  "{% include 'self' %}",
  "{% render 'ping' %}",
  "{% layout 'self' %}",
  "{% for i in (1..50) %}{% render 'self' %}{% endfor %}",
]

/** What a template must never show. */
const READ = [
  ...[
    '/etc/passwd',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    '..\\..\\etc\\passwd',
    '/proc/self/environ',
    'theme.json\0',
  ].flatMap((path) => [`{% render '${path}' %}`, `{% include '${path}' %}`, `{% layout '${path}' %}`]),
  "{% assign f = '/etc/passwd' %}{% include f %}",
  '{{ evil | raw }}',
  '{{ evil | safe }}',
  '{{ shop.__proto__ }}{{ shop.constructor }}{{ shop.constructor.constructor }}',
  "{{ shop['__proto__']['constructor'] }}{{ shop['constructor']['prototype'] }}",
  "{{ 'x' | constructor: 'return process' }}",
  "{{ 'x' | toString }}{{ 'x' | hasOwnProperty: 'y' }}{{ 'x' | __proto__ }}",
  '{% constructor %}',
  '{% __proto__ %}',
  '{{ __proto__ }}{{ constructor }}{{ this }}{{ globalThis }}{{ process.env }}{{ require }}',
  '{{ home.shelves.constructor.name }}{{ home.shelves.map }}{{ home.shelves.__proto__.push }}',
  "{{ home.shelves | map: '__proto__' | json }}{{ home.shelves | map: 'constructor' }}",
  "{{ home.shelves | where: '__proto__', 'x' }}{{ home.shelves | group_by: 'constructor' | json }}",
  "{% assign __proto__ = 'x' %}{% assign constructor = 'y' %}{{ constructor }}",
  "{% assign shop.__proto__.secret = 'x' %}{% capture __proto__ %}x{% endcapture %}",
  '{{ shop | inspect }}{{ shop | json }}{{ settings | json }}{{ request | json }}',
  '{{ head | json }}{{ content | json }}{{ head.markup }}{{ head.constructor }}',
  "{{ '../secret' | asset_url }}{{ '__proto__' | asset_url }}",
  "{{ 'constructor' | t }}{{ '__proto__.toString' | t }}{{ 'x.constructor' | t: constructor: 'a' }}",
  "{{ 'x' | link: 'javascript:alert(1)' }}{{ evil | link: evil }}{{ evil | bold }}{{ evil | code }}{{ evil | markdown }}",
  '{{ evil | picture: class: evil, alt: evil, sizes: evil }}',
  "{{ evil | split: '' }}{{ evil | escape | unescape }}{{ evil | replace: '&', '&' }}{{ evil | strip }}",
  '{% raw %}{{ other_store }}{% endraw %}{{ other_store }}{{ SECRET }}{{ context }}{{ globals }}',
]

export const TEMPLATES: Record<string, readonly string[]> = {
  time: TIME,
  memory: MEMORY,
  output: OUTPUT,
  recursion: RECURSION,
  read: READ,
}

export const SNIPPETS: Record<string, string> = {
  'snippets/self.liquid': "{% render 'self' %}{% render 'self' %}",
  'snippets/ping.liquid': "{% render 'pong' %}",
  'snippets/pong.liquid': "{% render 'ping' %}",
}

/** Files that take Liquid or JSON long to parse. */
export const PARSE_BOMBS: readonly string[] = [
  '{% if true %}'.repeat(4_000) + '{% endif %}'.repeat(4_000),
  `{% if ${'1 == 1 and '.repeat(5_500)} 1 == 1 %}x{% endif %}`,
  '{% for i in (1..3) %}'.repeat(3_000),
  `{{ x${'.a'.repeat(30_000)} }}`,
  `{{ x${"['a']".repeat(12_000)} }}`,
  `{{ x${' | append: x'.repeat(5_000)} }}`,
  `{{ ${'('.repeat(60_000)} }}`,
  '{{'.repeat(30_000),
  '{%'.repeat(30_000),
  '{% comment %}'.repeat(4_500),
  '{% raw %}'.repeat(7_000),
  `{% case x %}${'{% when 1 %}'.repeat(5_000)}{% endcase %}`,
  `{% assign x = "${'\\'.repeat(60_000)} %}`,
  `{{ "${"'".repeat(60_000)} }}`,
  `{% schema %}${'['.repeat(60_000)}{% endschema %}`,
  `{% schema %}{"settings":[${'{"id":"a"},'.repeat(5_000)}{"id":"b"}]}{% endschema %}`,
  `{% liquid\n${'if true\n'.repeat(7_000)}%}`,
  'a'.repeat(70_000),
]
