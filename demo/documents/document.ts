import type { RappPrinciple } from '#contract/catalogue.ts';

export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx';
export type DocumentKind = 'template' | 'report' | 'book' | 'insight' | 'newsletter' | 'article';

export type DemoBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'bullets'; items: string[] }
  | { kind: 'steps'; items: string[] }
  | { kind: 'note'; text: string }
  | { kind: 'table'; title: string; columns: string[]; rows: string[][] };

export type DemoTable = Extract<DemoBlock, { kind: 'table' }>;

/** A heading with what stands under it: a chapter of a book, a sheet of a workbook or a slide of a deck. */
export type DemoSection = { heading: string; blocks: DemoBlock[] };

/** What an author writes; the catalogue adds title, kind and accent. `edition` is a short line such as "Issue 14". */
export type DemoContents = { format: DocumentFormat; subtitle: string; edition: string; sections: DemoSection[] };

/** Everything a file is made of. `key` gives the file's name, `accent` its colour. */
export type DemoDocument = DemoContents & {
  key: string;
  kind: DocumentKind;
  title: string;
  accent: RappPrinciple;
};

export const section = (heading: string, ...blocks: (string | DemoBlock)[]): DemoSection => ({
  heading,
  blocks: blocks.map((block) => (typeof block === 'string' ? { kind: 'paragraph', text: block } : block)),
});

export const bullets = (...items: string[]): DemoBlock => ({ kind: 'bullets', items });

export const steps = (...items: string[]): DemoBlock => ({ kind: 'steps', items });

export const note = (text: string): DemoBlock => ({ kind: 'note', text });

export const table = (title: string, columns: string[], rows: string[][]): DemoTable => ({
  kind: 'table',
  title,
  columns,
  rows,
});

/** Contents that are read rather than filled in: always a PDF. */
export const reading = (subtitle: string, edition: string, ...sections: DemoSection[]): DemoContents => ({
  format: 'pdf',
  subtitle,
  edition,
  sections,
});

/** The printed name of a kind, as it stands on covers. */
export const kindLabels: Record<DocumentKind, string> = {
  template: 'Downloadable template',
  report: 'Report',
  book: 'Book',
  insight: 'Insight',
  newsletter: 'Newsletter',
  article: 'Article',
};

/** Said once at the end of every file, so that no invented figure is taken for a finding. */
export const imprint =
  'Written for learning. Organisations, people and figures are illustrative unless a source is named. This is not legal advice.';
