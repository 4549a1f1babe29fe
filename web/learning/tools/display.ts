import type { ToolAccess } from '#contract/learning/tools.ts';
import { inReaderZone } from '../../local-time.ts';

/** What the landing page says when it does not open (TOOL-11, TOOL-15). */
export const deniedTexts = {
  missing: { title: 'Access Error', text: 'No access token provided. Please use a valid access link.' },
  invalid: {
    title: 'Access Denied',
    reason: 'Invalid or expired token',
    text: 'Invalid or expired access token. Please try accessing the tool again from your dashboard.',
  },
} as const;

/** What ends the access before the member would expect it; null for what is free or bought for good (TOOL-12). */
export function expiryNotice({ resource }: Pick<ToolAccess, 'resource'>): string | null {
  if (resource.accessType !== 'subscription') return null;
  return 'Access to this tool is part of your subscription and ends when your subscription expires.';
}

const clock = inReaderZone({ hour: '2-digit', minute: '2-digit' });

/** "14:05" of the reader's own day. */
export function timeOf(instant: string): string {
  return clock(instant);
}

const sandboxed = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/**
 * What a framed tool may do. One from another site keeps its own origin, for its own cookies and storage; one at an
 * address of the portal is made a stranger to the portal, whose pages it could else read and leave the frame with.
 */
export function sandboxOf(toolUrl: string, portalOrigin: string): string {
  const isStranger = URL.parse(toolUrl, portalOrigin)?.origin !== portalOrigin;
  return isStranger ? `${sandboxed} allow-same-origin` : sandboxed;
}

/** Whether a page was opened for this tool: an address may name the product or its slug. */
export function isToolOf({ onlineProduct }: Pick<ToolAccess, 'onlineProduct'>, named: NamedTool): boolean {
  if (named.slug !== undefined) return named.slug === onlineProduct.slug;
  return named.product === undefined || named.product === String(onlineProduct.id);
}

/** What the address of a tool page says. */
export type NamedTool = { slug?: string; product?: string };
