import type { AccessType, Inside, Resource } from '#contract/catalogue/catalogue.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { fileAction } from './display.ts';

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

/** Whether a resource opens in the viewer, as PDF reports and books do. Other files are downloaded. */
export function opensInViewer({ type, hasPages }: Pick<Resource, 'type' | 'hasPages'>): boolean {
  return hasPages === true && (type === 'report' || type === 'book');
}

/** Returns the URL of a resource's instructional video; null when it has none. */
export function videoAddress({ metadata, videoUrl }: Pick<Resource, 'metadata' | 'videoUrl'>): string | null {
  return metadata.instructionalVideoUrl || metadata.videoUrl || videoUrl || null;
}

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
