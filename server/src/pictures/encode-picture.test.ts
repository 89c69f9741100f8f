import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture } from './encode-picture.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } } as never })

test('a picture is stored in up to four widths, and never larger than it is', async () => {
  const large = await encodePicture(await photo(2000, 1000).jpeg().toBuffer())
  expect([large.width, large.height]).toEqual([1280, 640])
  expect(large.files.map(({ width, format }) => `${width} ${format}`)).toEqual(
    [160, 320, 640, 1280].flatMap((width) => [`${width} webp`, `${width} avif`]),
  )
  const small = await encodePicture(await photo(300, 200).png().toBuffer())
  expect(small.files.map(({ width }) => width)).toEqual([160, 160, 300, 300])
  for (const { width, format, content } of [...large.files, ...small.files]) {
    const read = await sharp(content).metadata()
    expect([read.width, read.format]).toEqual([width, format === 'avif' ? 'heif' : 'webp'])
  }
})

test('WebP, AVIF and GIF files are accepted; of an animation, the first frame', async () => {
  const frame = (background: string) => ({ create: { width: 40, height: 30, channels: 3 as const, background } })
  const [red, blue] = [await sharp(frame('red')).png().toBuffer(), await sharp(frame('blue')).png().toBuffer()]
  const animation = await sharp([red, blue], { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const { height, files } = await encodePicture(animation)
  expect(height).toBe(30)
  const { dominant } = await sharp(files[0]?.content).stats()
  expect(dominant.r).toBeGreaterThan(200)
  for (const format of ['webp', 'avif'] as const) {
    expect(await encodePicture(await photo(50, 50).toFormat(format).toBuffer())).toMatchObject({ width: 50 })
  }
})

test('a photo keeps its orientation and loses everything else, such as the place where it was taken', async () => {
  const taken = await photo(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Ana' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
    .withIccProfile('p3')
    .toBuffer()
  expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Ana')
  const { width, height, files } = await encodePicture(taken)
  expect([width, height]).toEqual([40, 60])
  for (const { content } of files) {
    const { exif, icc, xmp, iptc, comments, orientation } = await sharp(content).metadata()
    expect({ exif, icc, xmp, iptc, comments, orientation }).toEqual({})
  }
})

describe('a hostile file', () => {
  const expectRefused = (bytes: Buffer, message: RegExp) =>
    expect(encodePicture(bytes)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message) as string,
    })

  test('that ends too early is refused', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
      const whole = await photo(120, 120).toFormat(format).toBuffer()
      await expectRefused(whole.subarray(0, whole.length / 2), /damaged or incomplete/)
      await expectRefused(whole.subarray(0, 40), /damaged or incomplete|not a PNG/)
    }
  })

  test('that unfolds to 900 million pixels is refused before they are decoded', async () => {
    await expectRefused(hugePng(30_000, 30_000), /more than 32 million pixels/)
    // Its pixels are missing, so the message would be another one if they were decoded.
    const damaged = hugePng(30_000, 30_000).subarray(0, 60)
    await expectRefused(damaged, /more than 32 million pixels/)
    await expectRefused(hugePng(20_000, 100), /at most 5 times as long/)
  })

  test('that only claims to be a picture is refused', async () => {
    const svg = '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await expectRefused(Buffer.from(svg), /Export the drawing as PNG/)
    for (const text of ['', '<html><script>alert(1)</script>', '%PDF-1.7', 'PK\u0003\u0004', 'BM', 'GIF89a/*'])
      await expectRefused(Buffer.from(text), /not a PNG|damaged/)
    await expectRefused(Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'), /damaged/)
    await expectRefused(Buffer.from(`GIF89a=1;/*${svg}*/`, 'latin1'), /damaged|more than 32|5 times/)
  })

  test('that is a picture and a program at the same time becomes a picture only', async () => {
    const program = '<script>alert("polyglot")</script>'
    const file = Buffer.concat([await photo(64, 64).png().toBuffer(), Buffer.from(program)])
    const { files } = await encodePicture(file)
    for (const { content } of files) expect(content.includes('polyglot')).toBe(false)
  })
})

test('pictures are encoded one after the other', async () => {
  const file = await photo(200, 100).jpeg().toBuffer()
  const done: number[] = []
  await Promise.all([1, 2, 3].map((n) => encodePicture(file).then(() => done.push(n))))
  expect(done).toEqual([1, 2, 3])
})

/** One bit for each pixel, all of them black. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
