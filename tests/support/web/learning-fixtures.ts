import type { OwnAssignment } from '#contract/learning/learning.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import type { OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import type { OwnProgress } from '#contract/learning/progress.ts';

/** Assignment that the member has not begun. */
export function ownAssignment(changed: Partial<OwnAssignment> = {}): OwnAssignment {
  return {
    id: 7,
    resourceId: 1,
    title: 'A guide',
    type: 'report',
    status: 'not_started',
    dueOn: '2099-01-01',
    completedAt: null,
    isEarlierVersion: false,
    validUntil: null,
    refreshMonths: null,
    asksConfirmation: false,
    assignedAt: '2026-11-01T12:00:00.000Z',
    organisation: 'Northmere Council',
    imageUrl: null,
    rappPrinciples: [],
    onlineProductId: null,
    completionPercentage: 0,
    canConfirm: false,
    canOpen: true,
    earlierCompletedAt: null,
    check: null,
    ...changed,
  };
}

/** Valid certificate without an end, whose holder does not show the name. */
export function certificate(changed: Partial<Certificate> = {}): Certificate {
  return {
    id: 1,
    code: 'Ab2Cd3Ef4Gh5Jk6Mn7Pq8R',
    state: 'valid',
    resource: 'A guide',
    version: 1,
    completedAt: '2026-01-05T09:00:00.000Z',
    validUntil: null,
    resourceId: 1,
    organisation: 'Northmere Council',
    issuedAt: '2026-01-05T09:00:00.000Z',
    showsName: false,
    check: null,
    ...changed,
  };
}

/** Progress of the member with a resource that was begun. */
export function ownProgress(changed: Partial<OwnProgress> = {}): OwnProgress {
  return {
    completionPercentage: 0,
    isFinished: false,
    lastAccessed: '2026-01-05T09:00:00.000Z',
    readingPositions: [],
    ...changed,
  };
}

/** A learning path's step that is a text: the first is the next step, the others are locked. */
export function pathStep(number: number, changed: Partial<OwnPathStep> = {}): OwnPathStep {
  return {
    id: `step-${number}`,
    kind: 'text',
    number,
    title: `Text ${number}`,
    resource: null,
    check: null,
    state: number === 1 ? 'next' : 'locked',
    completedAt: null,
    isEarlier: false,
    canOpen: true,
    text: null,
    ...changed,
  };
}

/** Learning path of these steps that the member began. */
export function ownPath(steps: OwnPathStep[], changed: Partial<OwnPath> = {}): OwnPath {
  return {
    resourceId: 1,
    order: 'in_order',
    canOpen: true,
    begunAt: '2026-01-05T09:00:00.000Z',
    completedAt: null,
    isCompleted: false,
    isRefresh: false,
    required: steps.filter(({ number }) => number !== null).length,
    completed: steps.filter(({ number, state }) => number !== null && state === 'completed').length,
    minutesLeft: null,
    sections: [{ title: 'Start', summary: '', steps }],
    ...changed,
  };
}
