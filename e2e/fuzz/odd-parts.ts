import type { Header } from './headers.ts'
import type { Part } from './targets.ts'

const clean = (text: string): Part => ({ text, clean: true })
const unclean = (text: string): Part => ({ text, clean: false })

export const METHODS: Part[] = [
  ...[
    'GET',
    'POST',
    'HEAD',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'M-SEARCH',
    'PURGE',
    'MKCOL',
    'REPORT',
    'SEARCH',
  ].map(clean),
  ...['get', 'Post', 'FOO', '', 'GETPOST', 'PRI', 'SOURCE', 'G\0T', '\u00ff', 'A'.repeat(300)].map(unclean),
  clean('CONNECT'),
]

export const VERSIONS: Part[] = [
  clean('HTTP/1.0'),
  ...['HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 x', 'HTTP', '', 'RTSP/1.0'].map(unclean),
]

export const HOSTS: Header[][] = [
  [],
  [['Host', '']],
  [['Host', '\u00ff']],
  [['Host', 'a b']],
  [['Host', 'x'.repeat(2_000)]],
  [['Host', '127.0.0.1:99999999']],
  [['host', '[::1']],
]

export const TYPES = [
  '',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;',
  'application/vnd.api+json',
  'application/json; charset=utf-16',
  'application/json;charset="',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'json',
  '/',
  ';',
  'a/b/c',
  '*/*',
  'application/jsonx',
  'application/json, text/plain',
  'application/\u00ff',
  'application/json\t',
  `application/json; a=${'b'.repeat(2_000)}`,
]

export const EXTRAS: Header[][] = [
  [['Expect', '100-continue']],
  [['Expect', '100-Continue']],
  [['Expect', 'the-unexpected']],
  [['Expect', '']],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Version', '13'],
  ],
  [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
  ],
  [['Upgrade', 'nonsense/0']],
  [['Connection', 'keep-alive, close']],
  [['Trailer', 'Authorization']],
]

export const GARBAGE = [
  '\r\n',
  '\r\n\r\n\r\n',
  '\0\0\0\0',
  'GET',
  'GET /',
  'GET / HTTP/1.1',
  'GET / HTTP/1.1\r\n',
  'GET / HTTP/1.1\r\nHost',
  'GET / HTTP/1.1\r\nHost: a\r\n',
  'GET  /  HTTP/1.1\r\n\r\n',
  'hello\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a="\0"\r\nx\r\n0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x12\x04\0\0\0\0\0',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  'SSH-2.0-OpenSSH_9.2\r\n',
  '\x05\x01\0',
  'EHLO example\r\n',
  'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  `GET /${'a'.repeat(70_000)}`,
  'A'.repeat(20_000),
]
