import { isObject, valuesOfObject } from './cell-rules.ts';
import type { FileItem } from './file-items.ts';
import { UnreadableFile } from './file-text.ts';
import { itemsOfRow } from './foreign-items.ts';
import { foreignFileOf, isGumroadProduct, mappingOf, productRow } from './foreign-rules.ts';

const [quote, backslash, open, close, newline, carriageReturn] = [34, 92, 123, 125, 10, 13];
/** What may stand between objects: blanks, commas and the brackets of one list. */
const between = new Set([...' \t\n\r,[]'].map((sign) => sign.charCodeAt(0)));

/**
 * The objects of a JSON file: a list of them, or one after the other. Read piece by piece, so that each has its line.
 * Those of Gumroad and Ghost are known by what their objects hold.
 * @throws UnreadableFile
 */
export async function* jsonItems(texts: AsyncGenerator<string>, currency: string): AsyncGenerator<FileItem> {
  const reported = new Set<string>();
  let isMapped = false;
  for await (const { line, text } of objectsOf(texts)) {
    let object: unknown;
    try {
      object = JSON.parse(text);
    } catch {
      object = null;
    }
    if (!isObject(object)) {
      yield { kind: 'broken', line, value: text, sentence: 'This is not valid JSON.' };
      continue;
    }
    const file = foreignFileOf(object, currency);
    if (file) {
      for (const remark of file.mapping) yield { kind: 'remark', line, ...remark };
      // Their objects are inside this one: each is named by its number.
      for (const [index, row] of file.rows.entries()) yield* itemsOfRow(row, index + 1);
      continue;
    }
    if (isGumroadProduct(object)) {
      for (const remark of isMapped ? [] : mappingOf('gumroad')) yield { kind: 'remark', line, ...remark };
      isMapped = true;
      yield* itemsOfRow(productRow(object, currency), line);
      continue;
    }
    const read = valuesOfObject(object);
    if (read === null) {
      yield { kind: 'broken', line, value: '', sentence: 'metadata must be an object' };
      continue;
    }
    const { values, unknown } = read;
    for (const name of unknown.filter((one) => !reported.has(one))) {
      reported.add(name);
      yield { kind: 'unknown', line, name };
    }
    yield { kind: 'row', line, values };
  }
}

type FoundObject = { line: number; text: string };

async function* objectsOf(texts: AsyncGenerator<string>): AsyncGenerator<FoundObject> {
  const scan = { line: 1, startLine: 1, depth: 0, isText: false, isEscaped: false, kept: '', isAfterReturn: false };
  for await (const text of texts) {
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const sign = text.charCodeAt(index);
      if (sign === newline ? !scan.isAfterReturn : sign === carriageReturn) scan.line += 1;
      scan.isAfterReturn = sign === carriageReturn;
      if (scan.isText) {
        if (scan.isEscaped) scan.isEscaped = false;
        else if (sign === backslash) scan.isEscaped = true;
        else if (sign === quote) scan.isText = false;
      } else if (sign === open) {
        if (scan.depth === 0) {
          from = index;
          scan.startLine = scan.line;
        }
        scan.depth += 1;
      } else if (scan.depth === 0) {
        if (!between.has(sign))
          throw new UnreadableFile(scan.line, 'Only objects in a list, or one a line, can be read.');
      } else if (sign === quote) scan.isText = true;
      else if (sign === close) {
        scan.depth -= 1;
        if (scan.depth === 0) {
          yield { line: scan.startLine, text: scan.kept + text.slice(from, index + 1) };
          scan.kept = '';
        }
      }
    }
    if (scan.depth > 0) scan.kept += text.slice(from);
  }
  if (scan.depth > 0) throw new UnreadableFile(scan.startLine, 'This object has no end; the file is not complete.');
}
