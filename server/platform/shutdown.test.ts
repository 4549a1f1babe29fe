import { expect, it } from 'vitest';
import { shutDown } from './shutdown.ts';

const never = () => new Promise<never>(() => {});

it('OPS-24 requests and jobs end side by side, then what they rest on, one after the other', async () => {
  const ended: string[] = [];
  const note = (name: string) => async () => void ended.push(name);
  const jobsEnded = Promise.withResolvers<void>();
  const shuttingDown = shutDown({
    sideBySide: [
      // The requests wait for the jobs here: in turn they would wait for ever.
      () => jobsEnded.promise.then(note('requests')),
      async () => {
        await note('jobs')();
        jobsEnded.resolve();
      },
    ],
    afterwards: [note('database'), note('PostgreSQL')],
    withinMs: 300_000,
    log: () => {},
  });
  expect(await shuttingDown).toBe(true);
  expect(ended).toEqual(['jobs', 'requests', 'database', 'PostgreSQL']);
});

it('OPS-24 a part that cannot be ended is reported, and the others end', async () => {
  const said: string[] = [];
  let isEnded = false;
  const hasEnded = await shutDown({
    sideBySide: [() => Promise.reject(new Error('The queue is gone'))],
    afterwards: [
      async () => {
        isEnded = true;
      },
    ],
    withinMs: 300_000,
    log: (message) => said.push(message),
  });
  expect({ hasEnded, isEnded, said }).toEqual({
    hasEnded: true,
    isEnded: true,
    said: ['While stopping: Error: The queue is gone'],
  });
});

it('OPS-24 stops waiting for steps that do not end in time', async () => {
  const said: string[] = [];
  const log = (message: string) => void said.push(message);
  expect(await shutDown({ sideBySide: [never], afterwards: [never], withinMs: 1, log })).toBe(false);
  expect(said).toEqual(['Not everything ended in time: requests are cut off, and other nodes do the jobs again.']);
});
