import { respondInThread } from '#server/platform/threads/threads.ts';
import { decideShown } from './round-privacy-rules.ts';
import { answeredSets, type PeopleText, peopleOf, textOf } from './round-rules.ts';

/**
 * The people of a round that closes: those who answered, its groups, and those who do not count towards the five.
 * `earlier` has the sets that earlier rounds of the organisation showed.
 */
export type RoundPeople = {
  answered: PeopleText;
  groups: { position: number; people: PeopleText }[];
  uncounted: PeopleText;
  earlier: PeopleText[];
};

/** The people who answered in each set of a round, from the largest to the smallest, and whether the set may be shown. */
export type DecidedSets = { sets: { position: number; people: PeopleText }[]; decided: boolean[] };

await respondInThread(({ answered, groups, uncounted, earlier }: RoundPeople): DecidedSets => {
  const without = peopleOf(uncounted);
  const sets = answeredSets(
    peopleOf(answered),
    groups.map(({ position, people }) => ({ position, people: peopleOf(people) })),
  );
  return {
    sets: sets.map(({ position, people }) => ({ position, people: textOf(people) })),
    decided: decideShown(
      earlier.map((people) => peopleOf(people).difference(without)),
      sets.map(({ people }) => people.difference(without)),
    ),
  };
});
