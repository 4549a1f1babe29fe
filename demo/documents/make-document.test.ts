import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { kindOf } from '#server/features/files/rules.ts';
import { inspectDocument } from '#server/platform/files/documents.ts';
import { demoResources } from '../catalogue/resources.ts';
import { demoFilesFolder, documentFileName, readDemoFile, slideFileName } from '../files.ts';
import type { DemoDocument } from './document.ts';
import { fingerprint, fingerprintFile } from './made-from.ts';
import { makeDocument } from './make-document.ts';

const documents = demoResources.flatMap((resource) => resource.document ?? []);
const fileOf = (document: DemoDocument) => readDemoFile(documentFileName(document));
const ofFormat = (format: DemoDocument['format']) => documents.filter((document) => document.format === format);

it('the committed files are made from the words, pictures and makers of today; if not, run npm run demo:files', async () => {
  expect((await readFile(fingerprintFile, 'utf8')).trim()).toBe(fingerprint());
  const slides = demoResources.flatMap(({ key, slideshow }) => slideshow.map((_, index) => slideFileName(key, index)));
  const names = [...documents.map(documentFileName), ...slides, path.basename(fingerprintFile)];
  expect((await readdir(demoFilesFolder)).sort()).toEqual(names.sort());
});

/** The parts of a zip file by name. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

const plainText = (xml: string) =>
  xml
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&apos;', "'")
    .replaceAll(/\s+/g, ' ');

/** What makes a part no XML: a tag that is not closed or closes another, a stray sign, a doubtful reference. */
function xmlFaults(name: string, source: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  const tag = /<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<>]*")*\s*(\/?)>/g;
  const rest = source.replace(/^<\?xml [^>]*\?>/, '').replaceAll(tag, (_, closing: string, element: string, empty) => {
    if (!closing && !empty) open.push(element);
    if (closing && open.pop() !== element) faults.push(`${name}: ${element} closes another element`);
    return '';
  });
  if (open.length > 0) faults.push(`${name}: ${open.join(', ')} is not closed`);
  if (/[<>]/.test(rest)) faults.push(`${name}: a sign outside of a tag`);
  if (/&(?!(amp|lt|gt|quot);)/.test(source)) faults.push(`${name}: an unknown reference`);
  return faults;
}

/** The parts that a part refers to but that the file does not hold. */
const missingTargets = (parts: Map<string, string>) =>
  [...parts]
    .filter(([name]) => name.endsWith('.rels'))
    .flatMap(([, source]) => [...source.matchAll(/Target="\/?([^"]+)"/g)].map(([, target = '']) => target))
    .filter((target) => !parts.has(target));

/** The XML parts whose type the file does not name; programs refuse to open such a file. */
function untypedParts(parts: Map<string, string>): string[] {
  const types = parts.get('[Content_Types].xml') ?? '';
  return [...parts.keys()].filter(
    (name) => name.endsWith('.xml') && !name.startsWith('[') && !types.includes(`PartName="/${name}"`),
  );
}

/** What must be found in an Office file: its main part's type, and every heading. */
const office = {
  docx: { type: 'wordprocessingml.document.main+xml', parts: /^word\/document\.xml$/ },
  xlsx: { type: 'spreadsheetml.sheet.main+xml', parts: /^xl\/worksheets\/.*\.xml$/ },
  pptx: { type: 'presentationml.presentation.main+xml', parts: /^ppt\/slides\/slide\d+\.xml$/ },
} as const;

describe.each(['docx', 'xlsx', 'pptx'] as const)('a %s file', (format) => {
  it.each(ofFormat(format))(
    '$key is recognised as its format and holds its title and every heading',
    async (document) => {
      const bytes = await fileOf(document);
      const mime = kindOf(documentFileName(document))?.contentType;
      expect(await fileTypeFromBuffer(bytes)).toEqual({ ext: format, mime });

      const parts = await unzip(bytes);
      expect(parts.get('[Content_Types].xml')).toContain(office[format].type);
      const names = [...parts.keys()].filter((name) => office[format].parts.test(name));
      const words = plainText(names.map((name) => parts.get(name)).join(' '));
      expect(words).toContain(document.title);
      expect(document.sections.filter(({ heading }) => !words.includes(heading))).toEqual([]);
    },
  );

  it.each(ofFormat(format))(
    '$key is well-formed XML throughout, with every part typed and present',
    async (document) => {
      const parts = await unzip(await fileOf(document));
      const sources = [...parts].filter(([name]) => !name.endsWith('.png'));
      expect(sources.flatMap(([name, source]) => xmlFaults(name, source))).toEqual([]);
      expect(missingTargets(parts)).toEqual([]);
      expect(untypedParts(parts)).toEqual([]);
    },
  );

  it.each(ofFormat(format))('$key passes the inspection of uploads', async (document) => {
    const file = path.join(demoFilesFolder, documentFileName(document));
    expect(await inspectDocument(file, format)).toBe('fine');
  });
});

it('text that holds the signs of XML appears in a document as written', async () => {
  const [document] = ofFormat('docx');
  if (!document) throw new Error('There is no Word file among the demo documents');
  const title = 'Risks & <harms>: "a > b"';
  const parts = await unzip(await makeDocument({ ...document, title }));
  expect([...parts].flatMap(([name, source]) => (name.endsWith('.png') ? [] : xmlFaults(name, source)))).toEqual([]);
  expect(parts.get('word/document.xml')).toContain('Risks &amp; &lt;harms&gt;: &quot;a &gt; b&quot;');
});

it('every slide of a deck has a title', async () => {
  for (const document of ofFormat('pptx')) {
    const parts = await unzip(await fileOf(document));
    const slides = [...parts].filter(([name]) => office.pptx.parts.test(name));
    expect(slides).toHaveLength(document.sections.length + 2);
    expect(slides.filter(([, source]) => !source.includes('<p:ph type="title"/>'))).toEqual([]);
  }
});

/** Strings of a PDF are Latin letters in brackets, or UTF-16 when they hold anything else. */
function pdfString(value: string): Buffer {
  if (/^[ -~]*$/.test(value)) return Buffer.from(`(${value.replaceAll(/[\\()]/g, '\\$&')})`);
  return Buffer.from(value, 'utf16le').swap16();
}

describe('a PDF', () => {
  it.each(ofFormat('pdf'))('$key has pages, tags, its title and a bookmark for every section', async (document) => {
    const bytes = await fileOf(document);
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(await fileTypeFromBuffer(bytes)).toEqual({ ext: 'pdf', mime: 'application/pdf' });
    const source = bytes.toString('latin1');
    expect(source.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1);
    const marks = ['/StructTreeRoot', '/Lang (en-GB)', '(RAPP Learning)', '/S /H1'];
    expect(marks.filter((mark) => !source.includes(mark))).toEqual([]);
    expect(bytes.includes(pdfString(document.title))).toBe(true);
    expect(document.sections.filter(({ heading }) => !bytes.includes(pdfString(heading)))).toEqual([]);
  });
});

it.each(['pdf', 'docx', 'xlsx', 'pptx'] as const)(
  'a %s file has the same bytes each time it is made',
  async (format) => {
    const [document] = ofFormat(format);
    if (!document) throw new Error(`There is no ${format} among the demo documents`);
    const [first, second] = [await makeDocument(document), await makeDocument(document)];
    expect(first.equals(second)).toBe(true);
  },
);

describe('the words of the documents', () => {
  it('use only letters and signs that the fonts hold', () => {
    const known = /^[ -~£×éô–—‘’“”…\n]*$/;
    const strings = [JSON.stringify(documents)];
    expect(strings.filter((words) => !known.test(words))).toEqual([]);
  });

  it('are each written for one document: no paragraph appears in two', () => {
    const shared = new Set(['The example is invented. Replace it with your own case.']);
    const texts = documents.flatMap((document) =>
      document.sections.flatMap((section) =>
        section.blocks.flatMap((block) => ('text' in block && !shared.has(block.text) ? block.text : [])),
      ),
    );
    expect(texts.filter((one, index) => texts.indexOf(one) !== index)).toEqual([]);
  });

  it('give every template purpose, directions, an example, sign-off and review', () => {
    const templates = documents.filter((document) => document.kind === 'template');
    const common = ['Purpose', 'How to use this template', 'Worked example', 'Sign-off', 'Review'];
    for (const { sections } of templates) {
      expect(sections.map((section) => section.heading)).toEqual(expect.arrayContaining(common));
    }
  });
});
