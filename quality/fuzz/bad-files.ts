import { zipOf } from '#tests/support/uploads.ts';
import { goodFiles, hugePng, lyingZip, officeFile, picture, type Sample } from './corpus.ts';

const texts: Record<string, string> = {
  html: '<!doctype html><script>alert(1)</script>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  script: '#!/bin/sh\nrm -rf /\n',
  xml: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
};
const programs: Record<string, Buffer> = {
  exe: Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
  elf: Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'),
  class: Buffer.from('cafebabe00000034', 'hex'),
  wasm: Buffer.from('0061736d01000000', 'hex'),
};

const accepted = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip', 'jpg', 'jpeg', 'png', 'gif'];
const rejected =
  'html htm svg svgz js mjs exe dll bat sh php jsp docm xlsm pptm dotm jar rar 7z tar gz iso hta lnk webp bmp ico'.split(
    ' ',
  );

/** Returns more than two hundred files with a wrong type or dangerous content. */
export async function badFiles(): Promise<Sample[]> {
  const png = await picture('png', 20);
  const pretenders = accepted.flatMap((extension) =>
    Object.entries({ ...texts, ...programs, nothing: Buffer.alloc(64) }).map(([what, content]) =>
      named(`${what}.${extension}`, content),
    ),
  );
  const names = rejected.map((extension) => named(`good.${extension}`, png));
  const oddNames = [
    'good',
    'good.png.',
    'good.png ',
    'good.png\u0000.exe',
    'good.png/..',
    'good.png\u200b',
    'gооd.рng',
  ].map((name) => named(name, png));
  return [...pretenders, ...names, ...oddNames, ...brokenTexts(), ...archives(), ...(await swapped()), ...images(png)];
}

const named = (name: string, content: string | Buffer): Sample => ({ name, content: Buffer.from(content) });

function brokenTexts(): Sample[] {
  return [
    named('nul.txt', 'text\u0000text'),
    named('utf16.txt', Buffer.from('\ufefftext', 'utf16le')),
    named('latin1.txt', Buffer.from('Gr\u00fc\u00dfe', 'latin1')),
    named('cut.txt', Buffer.from('Grü').subarray(0, 3)),
    named('surrogate.txt', Buffer.from('eda080', 'hex')),
    named('program.txt', programs.elf ?? ''),
    named('empty.txt', ''),
    named('empty.pdf', ''),
    named('empty.png', ''),
  ];
}

function archives(): Sample[] {
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.txt`, 'x']));
  const inner = zipOf({ 'a.txt': 'x' });
  const bad: Record<string, Buffer> = {
    'a bomb': zipOf({ 'zeros.txt': Buffer.alloc(30_000_000) }),
    'too many': zipOf(many),
    'a way up': zipOf({ '../../outside.txt': 'x' }),
    'a way to the root': zipOf({ '/etc/passwd': 'x' }),
    'a way of Windows': zipOf({ '..\\outside.txt': 'x' }),
    'a drive': zipOf({ 'C:\\outside.txt': 'x' }),
    'a lie about its size': lyingZip(),
    'a cut end': inner.subarray(0, -10),
    'no directory': inner.subarray(0, 30),
    encrypted: withByte(inner, 8, 1),
    'a link': linked(),
  };
  return [
    ...Object.entries(bad).map(([what, content]) => named(`${what}.zip`, content)),
    ...['docx', 'xlsx', 'pptx'].flatMap((extension) => [
      named(`plain.${extension}`, inner),
      named(`nested.${extension}`, officeFile(extension, { 'word/embeddings/inner.docx': inner })),
      named(`bomb.${extension}`, officeFile(extension, { 'media/zeros.bin': Buffer.alloc(30_000_000) })),
      named(`cut.${extension}`, officeFile(extension).subarray(0, -20)),
    ]),
  ];
}

/** Changes a byte in the directory's entry of an archive. */
function withByte(zip: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed[changed.indexOf('PK\u0001\u0002') + at] = value;
  return changed;
}

function linked(): Buffer {
  const zip = zipOf({ link: '/etc/passwd' });
  zip.writeUInt32LE((0o120777 << 16) >>> 0, zip.indexOf('PK\u0001\u0002') + 38);
  return zip;
}

/** Returns good files with each other's extensions. */
async function swapped(): Promise<Sample[]> {
  const good = await goodFiles();
  const byExtension = new Map(good.map((file) => [extensionOf(file), file]));
  const kinds = [...byExtension.keys()].filter((kind) => !['doc', 'xls', 'ppt', 'jpeg', 'txt'].includes(kind));
  return kinds.flatMap((kind) =>
    kinds
      .filter((other) => other !== kind)
      .map((other) => named(`${kind} as.${other}`, byExtension.get(kind)?.content ?? '')),
  );
}

const extensionOf = ({ name }: Sample) => name.split('.').at(-1)?.toLowerCase() ?? '';

function images(png: Buffer): Sample[] {
  return [
    named('flood.png', hugePng(16_000)),
    named('cut.png', png.subarray(0, png.length - 20)),
    named('head.png', png.subarray(0, 24)),
    named('svg behind.png', Buffer.concat([Buffer.from(texts.svg ?? ''), png])),
  ];
}
