import { text } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { demoResources } from '../catalogue/resources.ts';
import type { DemoDocument } from './document.ts';
import { makeDocument } from './make-document.ts';

const documents = demoResources.flatMap((resource) => resource.document ?? []);
const ofFormat = (format: DemoDocument['format']) => documents.filter((document) => document.format === format);

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

/** What must be found in an Office file: its main part's type, and every heading. */
const office = {
  docx: { type: 'wordprocessingml.document.main+xml', parts: /^word\/document\.xml$/ },
  xlsx: { type: 'spreadsheetml.sheet.main+xml', parts: /^xl\/(sharedStrings|worksheets\/.*)\.xml$/ },
  pptx: { type: 'presentationml.presentation.main+xml', parts: /^ppt\/slides\/slide\d+\.xml$/ },
} as const;

describe.each(['docx', 'xlsx', 'pptx'] as const)('a %s file', (format) => {
  it.each(ofFormat(format))('$key opens as what it is, with its title and every heading', async (document) => {
    const { fileName, contentType, bytes } = await makeDocument(document);
    expect(fileName).toBe(`${document.key}.${format}`);
    expect(await fileTypeFromBuffer(bytes)).toEqual({ ext: format, mime: contentType });

    const parts = await unzip(bytes);
    expect(parts.get('[Content_Types].xml')).toContain(office[format].type);
    const names = [...parts.keys()].filter((name) => office[format].parts.test(name));
    const words = plainText(names.map((name) => parts.get(name)).join(' '));
    expect(words).toContain(document.title);
    expect(document.sections.filter(({ heading }) => !words.includes(heading))).toEqual([]);
  });
});

/** Strings of a PDF are Latin letters in brackets, or UTF-16 when they hold anything else. */
function pdfString(value: string): Buffer {
  if (/^[ -~]*$/.test(value)) return Buffer.from(`(${value.replaceAll(/[\\()]/g, '\\$&')})`);
  return Buffer.from(value, 'utf16le').swap16();
}

describe('a PDF', () => {
  it.each(ofFormat('pdf'))('$key has pages, tags, its title and a bookmark for every section', async (document) => {
    const { contentType, bytes } = await makeDocument(document, 'The Portal');
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(await fileTypeFromBuffer(bytes)).toEqual({ ext: 'pdf', mime: contentType });
    const source = bytes.toString('latin1');
    expect(source.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1);
    const marks = ['/StructTreeRoot', '/Lang (en-GB)', '(The Portal)', '/S /H1'];
    expect(marks.filter((mark) => !source.includes(mark))).toEqual([]);
    expect(bytes.includes(pdfString(document.title))).toBe(true);
    expect(document.sections.filter(({ heading }) => !bytes.includes(pdfString(heading)))).toEqual([]);
  });

  it('comes out the same each time, so that a fresh installation has the same files', async () => {
    const [document] = ofFormat('pdf');
    if (!document) throw new Error('There is no PDF among the demo documents');
    const [first, second] = [await makeDocument(document), await makeDocument(document)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });
});

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
