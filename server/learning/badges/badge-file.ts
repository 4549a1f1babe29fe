import { isNestedTooDeeply } from '#contract/json-depth.ts';
import { isObject } from '#contract/objects.ts';
import { fail } from '#server/platform/failure.ts';
import { extract, isPng } from './png.ts';

/** Maximum length of a badge's JSON, in characters; the portal's own are about 3,000. */
const mostCharacters = 32_768;

/** Reads the badge of a file. @throws badges.unreadable, badges.no-badge-inside, badges.several-inside */
export function readBadgeFile(base64: string): Record<string, unknown> {
  const file = Buffer.from(base64, 'base64');
  const [text, another] = isPng(file) ? extract(file) : [file.toString('utf8')];
  if (text === undefined) throw fail('badges.no-badge-inside');
  if (another !== undefined) throw fail('badges.several-inside');
  if (text.length > mostCharacters || isNestedTooDeeply(text)) throw fail('badges.unreadable');
  const value = parse(text);
  if (!isObject(value)) throw fail('badges.unreadable');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
