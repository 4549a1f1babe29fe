import { shortened } from './characters.ts';
import { comparableAddress, emailAddressOf } from './email-addresses.ts';
import { lineOf } from './lines.ts';

/** An address of a pasted list; or, with `problem`, a piece that is not an address. Lines are counted from 1. */
export type ListedAddress = { line: number; email: string; problem: string | null };

/** A part of a piece of a line: words, quoted text, a comment, or an address in angle brackets. */
type Token = { kind: 'word' | 'quoted' | 'comment' | 'angle'; text: string };
type Piece = readonly Token[];

// Comments and text in straight quotes have a maximum length, so that a text with only quotation marks is read in
// linear time.
const tokens = new RegExp(
  [
    String.raw`(?<quoted>"(?:[^"\\]|\\.|""){0,500}"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«)`,
    String.raw`(?<comment>\((?:[^()\\]|\\.|\([^()]{0,200}\)){0,500}\))`,
    '(?<angle><[^<>]*>)',
    String.raw`(?<separator>[,;\t，；、،])`,
    String.raw`(?<word>[^<(,;\t，；、،"“„«»]+|.)`,
  ].join('|'),
  'gu',
);

/** Bullets and numbers at the start of the lines of a list. */
const bullet = /^\s*(?:[-*•·–▪]|\d{1,4}[.)])\s+/u;

const noAddress = 'This is not an email address.';
const severalAddresses = 'Separate addresses with commas, semicolons or line breaks.';

/**
 * Reads a list of addresses as mail programs and spreadsheets give it (RFC 5322, section 3.4): separated by commas,
 * semicolons, tabs and line breaks; with display names, comments, groups or `mailto:`. A name beside an address, such
 * as in the cells of a row, is skipped. Every other piece is listed with its problem, and so is a repeated address.
 */
export function addressesIn(pasted: string): ListedAddress[] {
  const firstLineOf = new Map<string, number>();
  return pasted.split(/\r\n?|[\n\u0085\u2028\u2029]/).flatMap((row, index) =>
    readRow(row).map(({ email, problem }): ListedAddress => {
      const line = index + 1;
      if (problem !== null) return { line, email, problem };
      const first = firstLineOf.get(comparableAddress(email));
      if (first === undefined) firstLineOf.set(comparableAddress(email), line);
      return { line, email, problem: first === undefined ? null : `The same address is in line ${first}.` };
    }),
  );
}

type Read = Omit<ListedAddress, 'line'>;

function readRow(row: string): Read[] {
  const pieces = piecesOf(row.replace(bullet, ''));
  const read = pieces.map((piece) => ({ piece, found: readPiece(piece) }));
  const addresses = read.flatMap(({ found }) => found.filter(({ problem }) => problem === null));
  const isRowOfOne = addresses.length === 1;
  return read.flatMap(({ piece, found }, index) => {
    if (found.length > 0) return found;
    // "Tollander, Mira <mira@example.org>" is one person, also when others follow.
    const isNameOfNext = read[index + 1]?.piece.some(({ kind }) => kind === 'angle') ?? false;
    const isName = (isRowOfOne || isNameOfNext) && !isMeantAsAddress(textOf(piece), addresses);
    return isName ? [] : [wrong(piece, noAddress)];
  });
}

/** Splits a row at its separators into pieces, without empty ones. */
function piecesOf(row: string): Piece[] {
  const pieces: Token[][] = [[]];
  for (const { 0: text, groups = {} } of row.matchAll(tokens)) {
    if (groups.separator !== undefined) pieces.push([]);
    else if (groups.quoted !== undefined) pieces.at(-1)?.push({ kind: 'quoted', text });
    else if (groups.comment !== undefined) pieces.at(-1)?.push({ kind: 'comment', text });
    else if (groups.angle !== undefined) pieces.at(-1)?.push({ kind: 'angle', text });
    else pieces.at(-1)?.push({ kind: 'word', text });
  }
  return pieces.filter((piece) => lineOf(textOf(piece)) !== '');
}

const textOf = (piece: Piece) => piece.map(({ text }) => text).join('');

const wrong = (piece: Piece, problem: string): Read => ({ email: shortened(lineOf(textOf(piece)), 100), problem });

/** Reads the addresses of a piece, or its problem; returns nothing for a piece that may be a name. */
function readPiece(piece: Piece): Read[] {
  const parts = piece.filter(({ kind, text }) => kind !== 'comment' && lineOf(text) !== '');
  const angles = parts.filter(({ kind }) => kind === 'angle');
  const [angle] = angles;
  if (angle === undefined) return readWords(piece, parts);
  const email = addressOf(angle.text.slice(1, -1));
  const name = parts.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (angles.length > 1) return [wrong(piece, severalAddresses)];
  if (email === null || parts.at(-1) !== angle) return [wrong(piece, noAddress)];
  // A display name with an @ must be quoted, unless it repeats the address.
  const other = name.join('').split('@').length > 1 ? addressOf(unquoted(lineOf(name.join('')))) : email;
  if (other === null || comparableAddress(other) !== comparableAddress(email)) return [wrong(piece, severalAddresses)];
  return [{ email, problem: null }];
}

/** Reads a piece without angle brackets: one address, several separated by blanks, or no address at all. */
function readWords(piece: Piece, parts: Piece): Read[] {
  const text = lineOf(parts.map(({ text: part }) => part).join('')).replace(/^[^@:]*:(?=\s|$)/, '');
  const whole = addressOf(unquoted(lineOf(text)));
  if (whole !== null) return [{ email: whole, problem: null }];
  if (!text.includes('@')) return [];
  const words = text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => addressOf(unquoted(word)));
  const known = words.filter((email) => email !== null);
  if (known.length === words.length) return known.map((email) => ({ email, problem: null }));
  return [wrong(piece, known.length > 1 ? severalAddresses : noAddress)];
}

const quotes = /^(?:"(.*)"|“(.*)”|„(.*)[“”]|«(.*)»|»(.*)«|'(.*)'|‘(.*)’|‚(.*)[‘’]|`(.*)'|`(.*)`|<(.*)>|\[(.*)\])$/u;

/** Removes the quotation marks around a text, of any language. */
function unquoted(text: string): string {
  const inside = quotes
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);
  return inside?.trim() ?? text;
}

/**
 * Reads an address without other text or after `mailto:`, whose parameters may contain no other address. `mailto://` is
 * no such link (RFC 6068), and its slashes would be read as the beginning of the address.
 */
function addressOf(text: string): string | null {
  const inside = unquoted(lineOf(text));
  const link = /^mailto:([^?]*)(?:\?(?:(?!@|%40).)*)?$/i.exec(inside)?.[1];
  const plain = link === undefined ? inside : decoded(link);
  if (link !== undefined && plain.startsWith('/')) return null;
  // An apostrophe in front is valid in the standard, but is almost always the rest of a pair of quotation marks.
  return /^['‘’`]/.test(plain) ? null : emailAddressOf(plain.replace(/\.$/, ''));
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** Whether a piece without @ is more likely a misspelt address than the name of a person or their website. */
function isMeantAsAddress(text: string, addresses: readonly Read[]): boolean {
  const plain = lineOf(text);
  if (/\S\s*(?:[([{]\s*at\s*[)\]}]|\sat\s)\s*\S+\.\S/i.test(plain)) return true;
  if (!/^[^\s/]+\.[\p{L}]{2,}$/u.test(plain) || /^(?:https?:|www\.)/i.test(plain)) return false;
  return !addresses.some(({ email }) => email.toLowerCase().endsWith(plain.toLowerCase()));
}
