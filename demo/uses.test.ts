import { describe, expect, it } from 'vitest';
import { accessTypes } from '#contract/catalogue/catalogue.ts';
import { demoResources } from './catalogue/resources.ts';
import { demoSubscribers } from './subscribers.ts';
import { emptySearches, usesOf } from './uses.ts';

const uses = usesOf(demoResources);
const resourceOf = (key: string) => demoResources.find((resource) => resource.key === key);
const sum = (of: typeof uses, figure: 'opened' | 'finished') => of.reduce((total, use) => total + use[figure], 0);

describe('what the demo was used for', () => {
  it('the demo used only published resources, on past days on which they were there', () => {
    for (const { key, daysAgo } of uses) {
      const resource = resourceOf(key);
      expect(resource?.isPublished).toBe(true);
      expect(daysAgo).toBeGreaterThan(0);
      expect(daysAgo).toBeLessThanOrEqual(resource?.createdDaysAgo ?? 0);
    }
  });

  it('the demo used every access type in each of twelve weeks, and more in the last ones than in the first', () => {
    for (const accessType of accessTypes) {
      const weeks = Array.from({ length: 12 }, (_, week) =>
        sum(
          uses.filter(
            ({ key, daysAgo }) => Math.floor((daysAgo - 1) / 7) === week && resourceOf(key)?.accessType === accessType,
          ),
          'opened',
        ),
      );
      expect(weeks).not.toContain(0);
      const ofThree = (from: number) => weeks.slice(from, from + 3).reduce((total, one) => total + one, 0);
      expect(ofThree(0)).toBeGreaterThan(ofThree(9));
    }
  });

  it("each of the demo's people finished a resource at most once, and none that is sold alone", () => {
    for (const { key, accessType } of demoResources) {
      const ofIt = uses.filter((use) => use.key === key);
      expect(sum(ofIt, 'finished')).toBeLessThanOrEqual(accessType === 'purchase' ? 0 : demoSubscribers.length);
      // Fewer than the 25 openings of the browser test's own resource, which must be among the most opened.
      expect(sum(ofIt, 'opened')).toBeLessThan(25);
    }
    expect(sum(uses, 'finished')).toBeGreaterThan(10);
  });

  it("the demo's searches without results match no resource", () => {
    const words = demoResources.map(({ title, description, tags }) => [title, description, ...tags].join(' '));
    for (const { text } of emptySearches) expect(words.filter((one) => one.toLowerCase().includes(text))).toEqual([]);
  });
});
