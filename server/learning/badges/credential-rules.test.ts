import { expect, it } from 'vitest';
import { type BadgeFacts, unsignedBadge } from './credential-rules.ts';

const facts: BadgeFacts = {
  credentialId: '2f1c8f0a-5c1c-4a55-9d5e-6f2f5a1f0c11',
  subjectId: '6d0b3a54-1b7e-4b26-8f38-9b1a2f3c4d5e',
  resourceId: 7,
  resourceTitle: 'Working beside an assistant',
  isPath: false,
  version: 3,
  completedAt: new Date('2026-05-12T09:00:00Z'),
  issuedAt: new Date('2026-05-12T09:00:00Z'),
  expiresAt: null,
  check: null,
  place: { listId: 1, index: 5 },
  name: null,
  address: null,
};
const check = { percent: 90, passMark: 80, version: 2 };
const score = 'here with 90 %, pass mark 80 %, version 2';

it.each([
  [{}, 'the whole resource has been gone through'],
  [{ check }, `the knowledge check of the resource is passed, ${score}`],
  [{ isPath: true }, 'each required step of the learning path has been completed'],
  [
    { isPath: true, check },
    `each required step of the learning path has been completed, among them its knowledge check, passed ${score}`,
  ],
])('BADGE-01 a badge says what its completion asked: %j', (changed, criterion) => {
  const badge = unsignedBadge({ ...facts, ...changed }, { publicUrl: 'https://portal.test', name: 'The portal' });
  expect(badge).toMatchObject({
    credentialSubject: {
      achievement: {
        criteria: {
          narrative: `The portal records the completion when ${criterion}. It is not a qualification and no proof of compliance with any law.`,
        },
      },
    },
  });
});
