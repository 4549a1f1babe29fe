// This file is separate from display.ts, because cards load it with the first page.
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { downloadedPercent } from '#contract/learning/progress-limits.ts';

type Mark = { type: ResourceType; completionPercentage: number; isRead: boolean };

/**
 * Returns the word that cards, lists and the resource's page share for a finished or downloaded resource; null
 * otherwise (MYRES-14).
 */
export function doneWord({ type, completionPercentage, isRead }: Mark): 'Finished' | 'Downloaded' | null {
  if (completionPercentage === 100) return 'Finished';
  const isDownloaded = completionPercentage === downloadedPercent && !isRead && type !== 'online_tool';
  return isDownloaded ? 'Downloaded' : null;
}
