import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';

/** The file cannot be read any further, from this line on. */
export class UnreadableFile extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

const noText =
  'This is not a text in UTF-8. In a spreadsheet program, save the sheet as “CSV UTF-8”, then upload that file.';

/**
 * The bytes of a file as text, without its byte order mark. UTF-8, and UTF-16 where a mark says so.
 * @throws UnreadableFile for any other encoding: guessing would store wrong letters
 */
export async function* textOf(source: Readable, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    onBytes(chunk.length);
    head = Buffer.concat([head, chunk]);
    if (decoder === null && head.length < 3) continue;
    decoder ??= decoderFor(head);
    yield decode(decoder, head, true);
    head = Buffer.alloc(0);
  }
  decoder ??= decoderFor(head);
  yield decode(decoder, head, false);
}

function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream });
  } catch {
    throw new UnreadableFile(1, noText);
  }
  // What programs hold for text has none; UTF-16 without its mark and pictures do.
  if (text.includes('\u0000')) throw new UnreadableFile(1, noText);
  return text;
}
