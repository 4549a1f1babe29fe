import { csvText } from '../csv.ts';
import { type FileColumn, fileColumns } from './catalogue.ts';

/** Columns whose cells hold several entries. */
export const listColumns: ReadonlySet<FileColumn> = new Set([
  'slideshowImages',
  'slideshowTexts',
  'subscriptionBenefits',
  'tags',
  'roleAffiliations',
  'rappPrinciples',
  'rappImplementationPhase',
]);

/** Columns that are inside `metadata` in the API and in JSON files. */
export const metadataColumns: ReadonlySet<FileColumn> = new Set([
  'instructionalVideoUrl',
  'slideshowImages',
  'slideshowTexts',
  'subscriptionBenefits',
]);

/** Joins the entries of a list into one cell: `care|planning`; a `|` or `\` of an entry gets a `\` in front. */
export function joinEntries(entries: readonly string[]): string {
  return entries.map((entry) => entry.replaceAll(/[\\|]/g, '\\$&')).join('|');
}

/** Splits a cell of `joinEntries` into its entries; blank entries are left out. */
export function splitEntries(cell: string): string[] {
  return splitPlaces(cell).filter((entry) => entry !== '');
}

/** Splits a cell whose entries match those of another cell by position, so it keeps blank entries. */
export function splitPlaces(cell: string): string[] {
  if (cell.trim() === '') return [];
  const entries = [''];
  for (const [part] of cell.matchAll(/\\[\\|]|./gsu)) {
    if (part === '|') entries.push('');
    else entries[entries.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return entries.map((entry) => entry.trim());
}

const exampleCells: Partial<Record<FileColumn, string>> = {
  title: 'Example: a guide to responsible hiring',
  description: 'What the guide is about.\nA description may have several lines.',
  type: 'report',
  accessType: 'purchase',
  price: '19.99',
  estimatedDuration: '45',
  tags: joinEntries(['hiring', 'care']),
  roleAffiliations: joinEntries(['executive_leader', 'policy_lead']),
  rappPrinciples: joinEntries(['responsible', 'people_centred']),
  rappImplementationPhase: 'phase_1_discover_assess',
  isPublished: 'false',
};

/**
 * Returns a template of the CSV file: the names of the columns and one filled row, a new draft. The caller saves it with
 * the byte order mark.
 */
export function templateText(): string {
  return csvText([fileColumns, fileColumns.map((column) => exampleCells[column] ?? '')]);
}
