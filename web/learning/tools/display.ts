import type { ToolAccess } from '#contract/learning/tools.ts';
import { inReaderZone } from '#web/local-time.ts';

/** Texts of the landing page when the tool does not open (TOOL-11, TOOL-15). */
export const deniedTexts = {
  missing: { title: 'Access Error', text: 'No access token provided. Please use a valid access link.' },
  invalid: {
    title: 'Access Denied',
    reason: 'Invalid or expired token',
    text: 'Invalid or expired access token. Please try accessing the tool again from your dashboard.',
  },
} as const;

/** Returns a notice that the access ends with the subscription; null for other access types (TOOL-12). */
export function expiryNotice({ resource }: Pick<ToolAccess, 'resource'>): string | null {
  if (resource.accessType !== 'subscription') return null;
  return 'Access to this tool is part of your subscription and ends when your subscription expires.';
}

const clock = inReaderZone({ hour: '2-digit', minute: '2-digit' });

/** Formats as "14:05", in the reader's time zone. */
export function timeOf(instant: string): string {
  return clock(instant);
}

const sandboxed = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/**
 * Returns the sandbox of a framed tool. A tool from another site keeps its own origin, for its cookies and storage. A
 * tool at a URL of the portal gets no origin, because it could otherwise read the portal's pages and leave the frame.
 */
export function sandboxOf(toolUrl: string, portalOrigin: string): string {
  const isStranger = URL.parse(toolUrl, portalOrigin)?.origin !== portalOrigin;
  return isStranger ? `${sandboxed} allow-same-origin` : sandboxed;
}

/** Whether the URL of a tool is a path of the portal. The demo's external tools have absolute URLs at its origin. */
export function isPartOfPortal(toolUrl: string): boolean {
  return /^\/(?![/\\])/.test(toolUrl);
}

/** Whether a page was opened for this tool. A URL may name the product, its slug, or neither, which fits every tool. */
export function isToolOf({ onlineProduct }: Pick<ToolAccess, 'onlineProduct'>, named: NamedTool): boolean {
  if (named.slug !== undefined) return named.slug === onlineProduct.slug;
  return named.product === undefined || named.product === String(onlineProduct.id);
}

/** Tool in the URL of a tool page. */
export type NamedTool = { slug?: string; product?: string };
