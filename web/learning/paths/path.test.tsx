import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getOwnAssessment } from '#contract/learning/assessment.endpoints.ts';
import type { OwnAssessment } from '#contract/learning/assessment.ts';
import { getPath, markTextRead } from '#contract/learning/paths.endpoints.ts';
import type { OwnPathStep } from '#contract/learning/paths.ts';
import { generateToolToken } from '#contract/learning/tools.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { attempt } from '#tests/support/web/assessment.ts';
import { resource, wholeResource } from '#tests/support/web/fixtures.ts';
import { ownPath, pathStep } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, fail, hold } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const shown = (accessType: 'free' | 'purchase' = 'free') =>
  wholeResource({ type: 'path', accessType, price: 30, outline: { order: 'in_order', sections: [] } });

const assessmentStep = (changed: Partial<OwnPathStep> = {}) =>
  pathStep(1, { kind: 'assessment', title: '', ...changed });
const tool = { id: 4, hasAccess: true, percent: 0 };

/** Opens a path whose first step is the assessment. */
async function openAssessmentStep(own: OwnAssessment, { isPublic = false } = {}) {
  const { user } = await renderPortal('/resource/1', {
    config: { assessmentIsPublic: isPublic },
    answers: [
      ...forResource(shown()),
      answer(getPath, ownPath([assessmentStep()])),
      answer(getOwnAssessment, own),
      answer(getResource, wholeResource({ id: 4, onlineProductId: 9 }), { params: { id: 4 } }),
      fail(generateToolToken),
    ],
  });
  return { user, next: within(await screen.findByRole('region', { name: 'Readiness assessment' })) };
}

const titleLink = () => screen.queryByRole('link', { name: 'Readiness assessment' });

test('PATH-01 the step of the assessment opens the member’s own assessment, also while the public one is on', async () => {
  const { user, next } = await openAssessmentStep({ resource: tool, latest: null }, { isPublic: true });
  await user.click(await next.findByRole('button', { name: 'Start the assessment' }));
  expect(callsOf(generateToolToken)).toMatchObject([{ body: { resourceId: 4 } }]);
  expect(titleLink()).toHaveAttribute('href', '/resource/4');
});

test('PATH-01 the step of a finished assessment begins it again', async () => {
  const { next } = await openAssessmentStep({ resource: { ...tool, percent: 100 }, latest: attempt() });
  expect(await next.findByRole('button', { name: 'Retake assessment' })).toBeVisible();
});

test('PATH-01 the step leads to the public assessment only while that is on and the member has no other', async () => {
  const { next } = await openAssessmentStep(
    { resource: { ...tool, hasAccess: false }, latest: null },
    { isPublic: true },
  );
  expect(await next.findByRole('link', { name: 'Take assessment' })).toHaveAttribute('href', '/assessment');
  expect(titleLink()).toHaveAttribute('href', '/assessment');
});

test('PATH-01 the step leads to the resource that gives access to the member’s own assessment where none is public', async () => {
  const { next } = await openAssessmentStep({ resource: { ...tool, hasAccess: false }, latest: null });
  expect(await next.findByRole('link', { name: 'See the assessment' })).toHaveAttribute('href', '/resource/4');
  expect(titleLink()).toHaveAttribute('href', '/resource/4');
});

test('PATH-01 the step says that there is no assessment instead of leading nowhere', async () => {
  const { next } = await openAssessmentStep({ resource: null, latest: null });
  expect(await next.findByText('The assessment is not available at the moment.')).toBeVisible();
  expect(titleLink()).toBeNull();
});

test('PATH-01 the page of a path for sale says which parts are open already and what the rest costs', async () => {
  const part = (number: number, accessType: 'free' | 'purchase', canOpen: boolean) =>
    pathStep(number, {
      ...{ kind: 'resource', title: '', canOpen, state: 'open' },
      resource: resource({ id: 10 + number, title: `Part ${number}`, accessType, price: 20 }),
    });
  const steps = [part(1, 'free', true), part(2, 'purchase', true), part(3, 'purchase', false)];
  const done = { ...part(4, 'free', true), state: 'completed', completedAt: '2026-01-05T09:00:00.000Z' } as const;
  const path = ownPath([...steps, done], { canOpen: false, begunAt: null });
  await renderPortal('/resource/1', {
    answers: [...forResource(shown('purchase'), { hasAccess: false }), answer(getPath, path)],
  });
  const definition = (name: string) => screen.getByText(name).nextElementSibling;
  expect(await screen.findByText('Open to you already')).toBeVisible();
  expect(definition('Opens')).toHaveTextContent('4 resources');
  expect(definition('Open to you already')).toHaveTextContent('3 of 4 resources');
  expect(definition('The other one, bought singly')).toHaveTextContent('£20');
  expect(screen.getByText('You completed Part 4, so you start with 1 of 4 steps.')).toBeVisible();
  const rowOf = (title: string) => screen.getByRole('link', { name: title }).closest('li');
  expect(await screen.findByRole('link', { name: 'Part 1' })).toBeVisible();
  expect(rowOf('Part 1')).toHaveTextContent('Free');
  expect(rowOf('Part 2')).toHaveTextContent('You have access');
  expect(rowOf('Part 3')).not.toHaveTextContent(/Free|You have access/);
  expect(screen.queryByRole('region', { name: 'Part 1' })).toBeNull();
});

test('two texts are marked as read at the same time', async () => {
  const texts = [1, 2].map((number) => pathStep(number, { state: 'next', text: 'Words.' }));
  const held = hold(answer(markTextRead, ownPath(texts.map((step) => ({ ...step, state: 'completed' as const })))));
  const { user } = await renderPortal('/resource/1', {
    answers: [...forResource(shown()), answer(getPath, ownPath(texts, { order: 'free' })), held],
  });
  await user.click(await screen.findByRole('button', { name: /^I have read this.*Text 1$/ }));
  await user.click(screen.getByRole('button', { name: /^I have read this.*Text 2$/ }));
  await waitFor(() => expect(callsOf(markTextRead).map(({ params }) => params.stepId)).toEqual(['step-1', 'step-2']));
  held.release();
  expect(await screen.findAllByText('Read again')).toHaveLength(2);
});
