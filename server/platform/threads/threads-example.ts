// The thread of threads.test.ts, which behaves by its first argument.
import { respondInThread } from './threads.ts';

await respondInThread((deed: 'unite' | 'fail' | 'go on', ...sets: Set<number>[]) => {
  if (deed === 'fail') throw new Error('on purpose');
  while (deed === 'go on');
  return new Set(sets.flatMap((set) => [...set]));
});
