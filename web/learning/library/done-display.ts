// This file is separate from display.ts, because cards load it with the first page.
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import type { CheckMark } from '#contract/learning/checks-standing.ts';
import { downloadedPercent } from '#contract/learning/progress-limits.ts';
import { fileAction } from '#web/catalogue/catalogue/display.ts';

type Mark = { type: ResourceType; completionPercentage: number; isRead: boolean; check?: CheckMark };

/**
 * Returns the word that cards, lists and the resource's page share for a finished or downloaded resource; null
 * otherwise (MYRES-14). With a check it is finished once `check` is `completed`, whatever was read (CHECK-07).
 */
export function doneWord({ type, completionPercentage, isRead, check }: Mark): 'Finished' | 'Downloaded' | null {
  if (check ? check === 'completed' : completionPercentage === 100) return 'Finished';
  // Types without a file reach this percentage in other ways.
  const isDownloaded = completionPercentage === downloadedPercent && !isRead && fileAction(type) !== null;
  return isDownloaded ? 'Downloaded' : null;
}

/**
 * Returns the word after a percentage of progress. With a check the percentage only says what was read or used, because
 * the check completes the resource (CHECK-07).
 */
export function progressWord({ type, hasCheck }: { type: ResourceType; hasCheck: boolean }) {
  if (!hasCheck) return 'complete';
  return type === 'online_tool' ? 'used' : 'read';
}
