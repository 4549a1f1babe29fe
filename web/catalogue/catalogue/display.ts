import type { AccessType, Inside, Resource, ResourceSummary, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { ResourceSort } from '#contract/catalogue/search.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import type { SubscriptionTerms } from '#contract/commerce/subscriptions.ts';
import { formatMoney } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import { choice, pageSearch, setting } from '#web/platform/search.ts';

// The order of these tables is the order on screen.

/** Types of resources in words (DETAIL-05, LABEL-13). */
export const typeNames: Record<ResourceType, string> = {
  online_tool: 'Online Tool',
  downloadable_template: 'Downloadable Template',
  template: 'Template',
  report: 'Report',
  insight: 'Insight',
  newsletter: 'Newsletter',
  book: 'Book',
  article: 'Article',
  bundle: 'Bundle',
  path: 'Learning Path',
  other: 'Other',
};

/** Types that Browse always offers. It offers the others while resources match or they are chosen (BROWSE-02). */
export const madeTypes: readonly ResourceType[] = [
  'online_tool',
  'downloadable_template',
  'report',
  'insight',
  'newsletter',
  'book',
  'article',
];

export const accessTypeNames: Record<AccessType, string> = {
  free: 'Free',
  purchase: 'Purchase',
  subscription: 'Subscription',
};

/** Names of the sort orders (BROWSE-05); the first is the default. */
export const sortNames: Record<ResourceSort, string> = {
  created_at: 'Recently Added',
  title: 'A-Z',
  price_low_high: 'Price: Low to High',
  price_high_low: 'Price: High to Low',
};

/** Returns the keys of a table of names, in its order. */
export function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  // Safe because such tables are written with exactly these keys.
  return Object.keys(table) as Key[];
}

/** Price to show, in major units. `interval` is absent when the price is paid once. */
export type ShownPrice = { amount: number; interval?: 'month' | 'year' };

type Priced = Pick<ResourceSummary, 'price' | 'monthlyPrice' | 'annualPrice'>;

/** Returns the one price of a resource (DETAIL-21): once, otherwise per month, otherwise per year, otherwise 0. */
export function shownPrice({ price, monthlyPrice, annualPrice }: Priced): ShownPrice {
  if (price !== null) return { amount: price };
  if (monthlyPrice !== null) return { amount: monthlyPrice, interval: 'month' };
  if (annualPrice !== null) return { amount: annualPrice, interval: 'year' };
  return { amount: 0 };
}

/** Splits a description into lines without empty ones; a card shows the first. */
export function linesOf(description: string): string[] {
  return description
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Entry of the contents. `place` counts from 1; `number` is null when a title begins with a number of its own. */
type Entry = { place: number; number: number | null; title: string; page: number | null };

/** Returns the numbered sections of a text, or of a PDF with their pages. Two may have the same title. */
export function contentsOf(inside: Pick<Inside, 'contents' | 'document'> | undefined): Entry[] {
  const ofText = (inside?.contents ?? []).map((title) => ({ title, page: null }));
  const entries = ofText.length > 0 ? ofText : (inside?.document?.contents ?? []);
  const haveNumbers = entries.some(({ title }) => /^\d/.test(title));
  return entries.map(({ title, page }, index) => {
    const place = index + 1;
    return { place, number: haveNumbers ? null : place, title, page };
  });
}

/** Returns "1 page" or "148 pages". */
export function pagesText(pages: number): string {
  return `${pages.toLocaleString('en-GB')} ${pages === 1 ? 'page' : 'pages'}`;
}

const fileNames: Record<string, string> = {
  pdf: 'PDF',
  doc: 'Word document',
  docx: 'Word document',
  xls: 'Excel workbook',
  xlsx: 'Excel workbook',
  ppt: 'PowerPoint file',
  pptx: 'PowerPoint file',
  zip: 'ZIP file',
  txt: 'Text file',
};

/** Returns "PDF (1.2 MB), to read here or download" or "Text to read here"; null when nothing is known. */
export function formatText(
  resource: Pick<Resource, 'type' | 'inside'> & Partial<Pick<Resource, 'hasPages' | 'readingMinutes'>>,
): string | null {
  const { type, inside, readingMinutes = null } = resource;
  if (type === 'online_tool') return 'A tool in the browser';
  const file = inside?.file;
  const name = file?.extension ? fileNames[file.extension] : null;
  const text = readingMinutes === null ? null : 'Text to read here';
  if (!file || !name) return text;
  const bytes = bytesText(file.bytes);
  const way = opensInViewer({ type, hasPages: file.extension === 'pdf' }) ? 'to read here or download' : 'to download';
  return text === null ? `${name} (${bytes}), ${way}` : `${text}, and a ${name} (${bytes})`;
}

function bytesText(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns "Download PDF, 2.4 MB" (DETAIL-28); null when the file is unknown. */
export function downloadText({ inside }: Pick<Resource, 'inside'>): string | null {
  const file = inside?.file;
  const name = file?.extension ? fileNames[file.extension] : undefined;
  return file && name ? `Download ${name}, ${bytesText(file.bytes)}` : null;
}

export type IncludedKind = 'tool' | 'reading' | 'file' | 'video' | 'benefit';
type Included = { kind: IncludedKind; name: string; note: string | null };

/** Returns everything that comes with a resource, as far as it is known (DETAIL-26). */
export function includedIn(
  resource: Pick<Resource, 'type' | 'title' | 'inside' | 'hasPages' | 'readingMinutes' | 'fileTitle' | 'metadata'>,
): Included[] {
  const { type, title, inside, readingMinutes, fileTitle, metadata } = resource;
  const file = inside?.file;
  const fileName = file?.extension ? fileNames[file.extension] : undefined;
  const otherTitle = fileTitle === null || fileTitle === title ? '' : `, “${fileTitle}”`;
  const isRead = readingMinutes !== null || opensInViewer(resource);
  const all: (Included | null)[] = [
    type === 'online_tool' ? { kind: 'tool', name: 'A tool in the browser', note: 'It opens in a new tab' } : null,
    isRead ? { kind: 'reading', name: 'Read in the browser', note: 'Your place is kept on every device' } : null,
    file && fileName
      ? { kind: 'file', name: `${fileName} to download`, note: `${bytesText(file.bytes)}${otherTitle}` }
      : null,
    inside?.hasVideo ? { kind: 'video', name: 'Instructional video', note: 'To watch here' } : null,
    ...metadata.subscriptionBenefits.map((name) => ({ kind: 'benefit' as const, name, note: null })),
  ];
  return all.filter((one) => one !== null);
}

/** Returns the label of the download button (DETAIL-18, DETAIL-19); null for tools, bundles and paths: no file. */
export function fileAction(type: ResourceType): 'DOWNLOAD' | 'ACCESS' | null {
  if (type === 'online_tool' || type === 'bundle' || type === 'path') return null;
  return type === 'downloadable_template' ? 'DOWNLOAD' : 'ACCESS';
}

/** Whether a resource opens in the viewer, as PDF reports and books do. Other files are downloaded. */
export function opensInViewer({ type, hasPages }: Pick<Resource, 'type' | 'hasPages'>): boolean {
  return hasPages === true && (type === 'report' || type === 'book');
}

/** Returns the URL of a resource's instructional video; null when it has none. */
export function videoAddress({ metadata, videoUrl }: Pick<Resource, 'metadata' | 'videoUrl'>): string | null {
  return metadata.instructionalVideoUrl || metadata.videoUrl || videoUrl || null;
}

/** Returns the id in a path; null if it is invalid. */
export function resourceIdOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Returns "1 resource" or "12 resources". */
export function resourceCount(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'resource' : 'resources'}`;
}

/** Returns "19 resources for £8.99 per month or £89.99 per year.", with "from" where resources differ in price. */
export function termsText(
  { resources, monthlyPrice, annualPrice, isFrom }: SubscriptionTerms,
  currency: string,
  tax: TaxMode,
): string {
  const [monthly, annual] = [monthlyPrice, annualPrice].map((price) => formatMoney(price, currency));
  return `${resourceCount(resources)}${isFrom ? ', from' : ' for'} ${monthly} per month or ${annual} per year${tax === 'exclusive' ? ' plus tax' : ''}.`;
}

/** Reason why nothing can be bought on a portal without a payment provider (BOOT-05). */
export const paymentsOff = 'Payments are not available on this portal yet.';

/** Returns the access of a member without a purchase, for an administrator's preview. */
export function previewDecision(accessType: AccessType): Pick<AccessDecision, 'hasAccess' | 'code'> {
  if (accessType === 'free') return { hasAccess: true, code: null };
  return {
    hasAccess: false,
    code: accessType === 'subscription' ? 'access.subscription-required' : 'access.purchase-required',
  };
}

type Opened = Pick<Resource, 'type' | 'accessType' | 'hasPages'> & Partial<Pick<Resource, 'readingMinutes'>>;

/** Returns the label of the main button in a preview; null when there is none. */
export function mainActionWords(resource: Opened): string | null {
  const { type, accessType, readingMinutes = null } = resource;
  if (accessType === 'purchase') return 'PURCHASE NOW';
  if (accessType === 'subscription') return 'SUBSCRIBE';
  if (readingMinutes !== null || opensInViewer(resource)) return 'READ';
  return type === 'online_tool' ? 'ACCESS TOOL' : fileAction(type);
}

const tabs = ['description', 'applicability', 'video'] as const;
export type DetailTab = (typeof tabs)[number];

const startSteps = ['tool', 'download', 'save'] as const;
export type StartStep = (typeof startSteps)[number];

/**
 * `refresh`: after a payment, so that the page fetches everything again (DETAIL-01). `preview`: shows the page as
 * members see it. `start`: the button that a visitor pressed on the public page; its action runs once after signing in
 * (FRONT-07).
 */
export const detailSearch = pageSearch({
  tab: setting(tabs, 'description'),
  refresh: choice(['true']),
  preview: choice(['true']),
  start: choice(startSteps),
});
