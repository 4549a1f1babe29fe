import type { ResourceType } from '#contract/catalogue.ts';
import type { PublicResource } from '#contract/storefront.ts';
import { fileAction, opensInViewer } from '../catalogue/display.ts';

/** The types of resources, many of each. */
export const typePlurals: Record<ResourceType, string> = {
  online_tool: 'Online tools',
  downloadable_template: 'Templates',
  template: 'Other templates',
  report: 'Reports',
  insight: 'Insights',
  newsletter: 'Newsletters',
  book: 'Books',
  article: 'Articles',
  other: 'Others',
};

/** What the main button of a resource leads to, after signing in (FRONT-07). */
export type MainStep = {
  words: string;
  /** The address inside the portal. */
  next: string;
  /** Where signing in leads back to, in words. */
  target: string;
};

type Opened = Pick<PublicResource, 'id' | 'type' | 'accessType' | 'hasPages' | 'readingMinutes'>;

/** The step that the main button means; null when there is nothing to open yet. */
export function mainStep(resource: Opened): MainStep {
  const { id, type, accessType, readingMinutes } = resource;
  if (accessType === 'purchase') return { words: 'PURCHASE NOW', next: `/checkout/${id}`, target: 'the checkout' };
  if (accessType === 'subscription')
    return { words: 'SUBSCRIBE', next: `/subscribe/${id}`, target: 'the subscription' };
  if (readingMinutes !== null) return { words: 'READ', next: `/resource/${id}/article`, target: 'the text' };
  if (opensInViewer(resource)) return { words: 'READ', next: `/resource/${id}/read`, target: 'the first page' };
  if (type === 'online_tool') return { words: 'ACCESS TOOL', next: `/resource/${id}?start=tool`, target: 'the tool' };
  const words = fileAction(type) ?? 'ACCESS';
  return { words, next: `/resource/${id}?start=download`, target: 'the download' };
}

/** What a price means. */
export function priceNote(resource: Pick<PublicResource, 'accessType'>): string {
  if (resource.accessType === 'purchase') return 'One payment, permanent access';
  return resource.accessType === 'subscription' ? 'One subscription opens every subscription resource' : '';
}
