import type { Mark } from './rules.ts';

/** Known places of lists, for one version of the catalogue. */
export type Marks = {
  of(list: string): readonly Mark[];
  add(list: string, mark: Mark): void;
};

/** So many lists, and so many places of each, are remembered; before the first place walking is quick enough. */
const mostLists = 100;
const mostMarks = 200;
const firstPosition = 1000;

/** Remembers nothing at first. */
export function createMarks(): Marks {
  const lists = new Map<string, Mark[]>();
  return {
    of: (list) => lists.get(list) ?? [],
    add: (list, mark) => {
      const known = lists.get(list) ?? [];
      const isFull = known.length === 0 ? lists.size >= mostLists : known.length >= mostMarks;
      if (isFull || mark.position < firstPosition) return;
      if (!known.some(({ position }) => position === mark.position)) lists.set(list, [...known, mark]);
    },
  };
}
