import { type AssessmentContent, WrittenAssessment } from '#contract/catalogue/assessment-content.ts';
import type { ContentChange } from '#contract/catalogue/content-admin.ts';
import { isObject } from '#contract/objects.ts';
import { usualWords, type Words } from '#contract/words.ts';
import version01 from './content-0.1.json' with { type: 'json' };

/** One version of the portal's words and of the assessment. */
export type Content = { version: string; words: Words; assessment: AssessmentContent };

/** Version of the content that is part of the product. Published versions are whole numbers. */
export const usualVersion = '0.1';

/** The content until an administrator publishes another version. */
export const usualContent: Content = {
  version: usualVersion,
  words: usualWords,
  assessment: { ...WrittenAssessment.parse(version01), version: usualVersion },
};

/** Returns a version as a file that can be published again: the fields that its check reads. */
export function fileOf({ version, words, assessment: { version: _, ...assessment } }: Content): string {
  return `${JSON.stringify({ version, words, assessment }, null, 2)}\n`;
}

/** Returns each text, number and list item that differs between two values, in the order of the first. */
export function changesBetween(before: unknown, after: unknown, path = ''): ContentChange[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => changesBetween(before[key], after[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      changesBetween(before[index], after[index], `${path}[${index}]`),
    ).flat();
  }
  const [was, is] = [shown(before), shown(after)];
  return was === is ? [] : [{ path, before: was, after: is }];
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
