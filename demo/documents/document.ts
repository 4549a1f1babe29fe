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

/** A heading with the blocks under it: a chapter of a book, a sheet of a workbook or a slide of a deck. */
export type DemoSection = { heading: string; blocks: DemoBlock[] };

/** What a file of `content/` holds; the catalogue adds title, kind and accent. `edition` is a short line such as "Issue 14". */
export type DemoContents = { format: DocumentFormat; subtitle: string; edition: string; sections: DemoSection[] };

/** Everything a file is made of. `key` gives the file's name, `accent` its colour. */
export type DemoDocument = DemoContents & {
  key: string;
  kind: DocumentKind;
  title: string;
  accent: RappPrinciple;
};

/** The name of a kind, as printed on covers. */
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
