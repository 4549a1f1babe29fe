import { describe, expect, it } from 'vitest';
import { courseOf } from './course-rules.ts';
import type { SoughtWord } from './search-rules.ts';

const million = { listed: 1e6, walked: 1e6, fitting: 1e6, slice: { offset: 0, limit: 12 } };
const stoodIn = (uses: number): SoughtWord => ({ word: 'word', uses, spellings: ['word'], similar: [] });
const filtered = (fitting: number) => ({ ...million, fitting });

describe('how a page of a search is come to', () => {
  it('by counting everything in a small catalogue', () => {
    expect(courseOf([stoodIn(9_000)], { ...million, listed: 10_000 })).toEqual({ within: null, most: null });
  });

  it('by walking along a large list only for what must be frequent', () => {
    expect(courseOf([stoodIn(600_000)], million).within).toBe(2_000);
    expect(courseOf([stoodIn(600_000), stoodIn(40)], million)).toEqual({ within: null, most: 2_000 });
    expect(courseOf([stoodIn(600_000)], filtered(2_000)).within).toBeNull();
    expect(
      courseOf([stoodIn(1_200)], { ...million, listed: 24_000, walked: 24_000, fitting: 24_000 }).within,
    ).toBeNull();
  });

  it('by gathering all that match when the way along the list is longer', () => {
    expect(courseOf([stoodIn(1_900)], million)).toEqual({ within: null, most: 3_800 });
    const late = { ...million, slice: { offset: 600, limit: 12 } };
    expect(courseOf([stoodIn(10_000)], million).within).toBe(4_800);
    expect(courseOf([stoodIn(10_000)], late)).toEqual({ within: null, most: 20_000 });
  });

  it('by the words that may have been meant, which take time each', () => {
    const meant = { ...stoodIn(5_000), similar: Array.from({ length: 40 }, (_, index) => `word${index}`) };
    expect([courseOf([stoodIn(5_000)], million).within, courseOf([meant], million).within]).toEqual([9_600, null]);
  });

  it('by what phases and roles leave as well', () => {
    expect(courseOf([stoodIn(10_000)], filtered(400_000)).within).toBe(12_000);
    expect(courseOf([stoodIn(10_000)], filtered(1_000))).toEqual({ within: null, most: 2_000 });
    expect(courseOf([], filtered(400_000)).within).toBe(2_000);
    expect(courseOf([], filtered(100)).within).toBeNull();
  });
});
