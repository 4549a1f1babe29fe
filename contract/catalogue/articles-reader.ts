import { hasAtMost } from '../characters.ts';
import { lineOf, writable } from '../lines.ts';
import { isStorable } from '../text.ts';
import {
  type ArticleBlock,
  type ArticleDocument,
  type ArticleInline,
  type ArticleListItem,
  type ArticleMark,
  type ArticleText,
  articleLimits,
  isArticleLink,
  isPictureAddress,
} from './articles-nodes.ts';

/** A reason why a text is rejected, as a sentence for its author. */
class Rejection extends Error {}

type Loose = { type: string; text: unknown; attrs: Record<string, unknown>; content: unknown[]; marks: unknown[] };

/**
 * Reads a document tree from outside. Rejects unknown kinds of parts and marks, because dropping them would lose words
 * silently; drops unknown attributes like unknown fields anywhere.
 */
export function readArticle(value: unknown): { document: ArticleDocument } | { problem: string } {
  try {
    return { document: documentOf(value) };
  } catch (error) {
    if (error instanceof Rejection) return { problem: error.message };
    throw error;
  }
}

/** The current depth, and the number of nodes read so far; `count` is shared by the whole tree. */
type Place = { depth: number; count: { nodes: number } };

function documentOf(value: unknown): ArticleDocument {
  const place = { depth: 0, count: { nodes: 0 } };
  const root = looseOf(value, place);
  if (root.type !== 'doc') throw new Rejection('The text must be a document');
  const document: ArticleDocument = { type: 'doc', content: blocksOf(root.content, place) };
  if (new TextEncoder().encode(JSON.stringify(document)).length > articleLimits.bytes) {
    throw new Rejection('The text is too long for one article');
  }
  return document;
}

function blocksOf(values: unknown[], { depth, count }: Place): ArticleBlock[] {
  const below = { depth: depth + 1, count };
  if (below.depth > articleLimits.depth) throw new Rejection('Lists and quotations are nested too deeply');
  return values.map((value) => blockOf(looseOf(value, below), below));
}

function blockOf({ type, attrs, content }: Loose, place: Place): ArticleBlock {
  switch (type) {
    case 'paragraph':
      return { type, ...contentOf(inlinesOf(content, place)) };
    case 'heading': {
      const { level } = attrs;
      if (level !== 2 && level !== 3) throw new Rejection('A heading must be of level 2 or 3');
      return { type, attrs: { level }, ...contentOf(inlinesOf(content, place)) };
    }
    case 'bulletList':
      return { type, content: itemsOf(content, place) };
    case 'orderedList':
      return { type, attrs: { start: startOf(attrs.start) }, content: itemsOf(content, place) };
    case 'blockquote':
      return { type, content: filled(blocksOf(content, place), 'A quotation') };
    case 'codeBlock':
      return { type, ...contentOf(inlinesOf(content, place).map(plainText)) };
    case 'image':
      return { type, attrs: pictureOf(attrs) };
    case 'horizontalRule':
      return { type };
    default:
      throw new Rejection(`The text holds a part that articles cannot have: ${named(type)}`);
  }
}

function itemsOf(values: unknown[], { depth, count }: Place): ArticleListItem[] {
  const below = { depth: depth + 1, count };
  const items = values.map((value): ArticleListItem => {
    const { type, content } = looseOf(value, below);
    if (type !== 'listItem') throw new Rejection('A list may hold only its items');
    const blocks = filled(blocksOf(content, below), 'An item of a list');
    if (blocks[0]?.type !== 'paragraph') throw new Rejection('An item of a list must begin with a paragraph');
    return { type, content: blocks };
  });
  return filled(items, 'A list');
}

function inlinesOf(values: unknown[], place: Place): ArticleInline[] {
  return values.flatMap((value): ArticleInline | [] => {
    const { type, text: given, marks } = looseOf(value, place);
    if (type === 'hardBreak') return { type };
    if (type !== 'text') throw new Rejection(`The text holds a part that articles cannot have: ${named(type)}`);
    if (typeof given !== 'string' || given === '') throw new Rejection('A piece of the text is empty');
    if (!isStorable(given)) throw new Rejection('The text contains characters that cannot be stored');
    // Not trimmed, because blanks at the ends separate this text from its neighbours.
    const text = writable(given).normalize('NFC');
    // Dropped, because editors cannot show an empty piece.
    if (text === '') return [];
    return marks.length === 0 ? { type, text } : { type, text, marks: marks.map(markOf) };
  });
}

const plainMarks = ['bold', 'italic', 'code', 'superscript', 'subscript'] as const;

function markOf(value: unknown): ArticleMark {
  const { type, attrs } = fieldsOf(value);
  const plain = plainMarks.find((one) => one === type);
  if (plain) return { type: plain };
  if (type !== 'link') throw new Rejection(`The text holds a mark that articles cannot have: ${named(type)}`);
  const { href } = attrs;
  if (typeof href !== 'string' || !isArticleLink(href)) {
    throw new Rejection('A link must lead to an https address, an email address or a path of this portal');
  }
  return { type, attrs: { href } };
}

function pictureOf({ src, alt }: Record<string, unknown>): { src: string; alt: string } {
  if (typeof src !== 'string' || !isPictureAddress(src)) throw new Rejection('A picture must be an uploaded one');
  const text = typeof alt === 'string' && isStorable(alt) ? lineOf(alt) : '';
  if (text === '') throw new Rejection('A picture needs a text that says what it shows');
  if (!hasAtMost(text, articleLimits.alternative) || !isStorable(text)) {
    throw new Rejection(`The text of a picture must be at most ${articleLimits.alternative} characters`);
  }
  return { src, alt: text };
}

function plainText(part: ArticleInline): ArticleText {
  if (part.type !== 'text' || part.marks) throw new Rejection('A block of code may hold plain text only');
  return part;
}

function startOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 9999 ? value : 1;
}

/** Returns the `content` field, or no field at all for an empty part. */
function contentOf<Part>(content: Part[]): { content?: Part[] } {
  return content.length === 0 ? {} : { content };
}

function filled<Part>(parts: Part[], name: string): Part[] {
  if (parts.length === 0) throw new Rejection(`${name} must not be empty`);
  return parts;
}

function looseOf(value: unknown, { count }: Place): Loose {
  count.nodes += 1;
  if (count.nodes > articleLimits.nodes) throw new Rejection('The text has too many parts for one article');
  return fieldsOf(value);
}

/** Reads the fields that any part may have and drops the rest. */
function fieldsOf(value: unknown): Loose {
  if (typeof value !== 'object' || value === null) throw new Rejection('The text must be a document');
  const { type, text, attrs, content, marks }: Partial<Record<keyof Loose, unknown>> = value;
  return {
    type: typeof type === 'string' ? type : '',
    text,
    // Safe cast, because every object can be read by names and a missing one is undefined.
    attrs: typeof attrs === 'object' && attrs !== null ? (attrs as Record<string, unknown>) : {},
    content: Array.isArray(content) ? content : [],
    marks: Array.isArray(marks) ? marks : [],
  };
}

/** Returns the name of a kind, or a placeholder when the name is too long or odd for a sentence. */
function named(type: string): string {
  return /^\w{1,40}$/.test(type) ? type : 'an unknown one';
}
