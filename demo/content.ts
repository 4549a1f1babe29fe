import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type DemoBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'bullets'; items: string[] }
  | { kind: 'steps'; items: string[] }
  | { kind: 'note'; text: string }
  | { kind: 'table'; title: string; columns: string[]; rows: string[][] };

export type DemoTable = Extract<DemoBlock, { kind: 'table' }>;

/** A heading with the blocks under it. */
type DemoSection = { heading: string; blocks: DemoBlock[] };

/** A text that is read in the portal. */
export type DemoContents = { subtitle: string; sections: DemoSection[] };

const folder = path.join(import.meta.dirname, 'content');

/** The keys of the resources with a text, each in one file `content/<key>.md`. */
export const writtenKeys = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length)),
);

export function readContents(key: string): DemoContents {
  return contentsOf(readFileSync(path.join(folder, `${key}.md`), 'utf8'));
}

/**
 * Parses a Markdown text. Its head has the subtitle, `##` begins a section, a table follows its title in `###`, and a
 * paragraph is one line.
 * @throws when the head is missing a value, or a table has no title
 */
export function contentsOf(markdown: string): DemoContents {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? [];
  const [, ...sections] = body.split(/^## /m);
  return {
    subtitle: valueIn(head, 'subtitle'),
    sections: sections.map(sectionOf),
  };
}

function valueIn(head: string, name: string): string {
  const value = new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1];
  if (!value) throw new Error(`The head of a demo text has no ${name}`);
  return value;
}

function sectionOf(text: string): DemoSection {
  const [heading = '', ...parts] = text.trim().split(/\n{2,}/);
  const blocks: DemoBlock[] = [];
  let title: string | null = null;
  for (const part of parts) {
    if (part.startsWith('### ')) {
      title = part.slice('### '.length);
    } else if (part.startsWith('| ')) {
      if (title === null) throw new Error(`A table under “${heading}” has no title`);
      const [columns = [], , ...rows] = part.split('\n').map(cellsOf);
      blocks.push({ kind: 'table', title, columns, rows });
    } else {
      blocks.push(blockOf(part));
    }
  }
  return { heading, blocks };
}

function blockOf(part: string): DemoBlock {
  const items = part.split('\n');
  if (part.startsWith('- ')) return { kind: 'bullets', items: items.map((item) => item.slice('- '.length)) };
  if (part.startsWith('1. ')) return { kind: 'steps', items: items.map((item) => item.replace(/^\d+\. /, '')) };
  if (part.startsWith('> ')) return { kind: 'note', text: part.slice('> '.length) };
  return { kind: 'paragraph', text: part };
}

const cellsOf = (row: string) =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
