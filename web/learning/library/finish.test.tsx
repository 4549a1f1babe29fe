import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getArticle } from '#contract/catalogue/articles.endpoints.ts';
import type { Article } from '#contract/catalogue/articles.ts';
import { getOwnAssessment } from '#contract/learning/assessment.endpoints.ts';
import { confirmAssignment, listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import { getProgress, markFinished, saveReadingPosition } from '#contract/learning/progress.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { certificate, ownAssignment, ownProgress } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const finished = ownProgress({ completionPercentage: 100, isFinished: true });

/** Opens a resource that is assigned with a confirmation, and marks it as finished. */
async function finish(canConfirm: boolean) {
  let isFinished = false;
  const own = () => ownAssignment({ asksConfirmation: true, canConfirm: isFinished && canConfirm });
  const { user } = await renderPortal('/resource/1', {
    answers: [
      ...forResource(),
      answer(getProgress, () => (isFinished ? finished : null)),
      answer(listOwnAssignments, () => [own()]),
      answer(listCertificates, []),
      answer(markFinished, () => {
        isFinished = true;
        return finished;
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Mark as finished' }));
  return user;
}

test('LEARN-07 marking an assigned resource as finished asks for its confirmation there, and leads to the certificate', async () => {
  const user = await finish(true);
  const dialog = await screen.findByRole('dialog', { name: 'Confirm to complete it' });
  expect(dialog).toHaveTextContent('Northmere Council assigned “A guide” to you');
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  expect(confirm).toBeDisabled();
  await user.click(within(dialog).getByRole('checkbox', { name: 'I have read and understood this.' }));
  serve(refuse(confirmAssignment, 'learning.not-completed'));
  await user.click(confirm);
  await expectToast('Not confirmed');
  serve(
    answer(confirmAssignment, { message: 'Confirmed' }),
    answer(listCertificates, [certificate({ resource: 'A guide' })]),
  );
  await user.click(confirm);
  const shown = await screen.findByText('Certificate of completion');
  expect(shown).toBeVisible();
  expect(screen.getByRole('img', { name: /^QR code of http.*\/verify\/\w{22}$/ })).toBeVisible();
  expect(callsOf(listCertificates).at(-1)?.query.get('resourceId')).toBe('1');
});

test('LEARN-07 the confirmation can wait: the page keeps asking for it', async () => {
  const user = await finish(true);
  await user.click(await screen.findByRole('button', { name: 'Later' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const note = within(screen.getByRole('region', { name: 'Assigned learning' }));
  expect(await note.findByRole('checkbox', { name: 'I have read and understood this.' })).toBeVisible();
});

test('LEARN-07 opens no dialog when no confirmation is missing', async () => {
  await finish(false);
  expect(await screen.findByRole('button', { name: 'Mark as not finished' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('CHECK-07 a resource with a check is marked as read, and passing the check finishes it', async () => {
  const read = ownProgress({ completionPercentage: 100, isFinished: false, check: 'left' });
  let progress = ownProgress({ completionPercentage: 40, isFinished: false, check: 'left' });
  const { user } = await renderPortal('/resource/1', {
    answers: [
      ...forResource(),
      answer(getProgress, () => progress),
      answer(markFinished, () => {
        progress = read;
        return read;
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  expect(await screen.findByText('Pass the check to finish it.')).toBeVisible();
  expect(screen.getByText('100% read')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark as not read' })).toBeVisible();
  expect(screen.queryByText('Finished')).toBeNull();
});

test('CHECK-07 DETAIL-25 the end of a text that is read asks for its check, not to be marked again', async () => {
  const read = ownProgress({ completionPercentage: 100, isFinished: false, check: 'left' });
  const article: Article = {
    document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The text.' }] }] },
    pictureSizes: {},
    readingMinutes: 1,
    updatedAt: '2026-01-05T09:00:00.000Z',
  };
  const { router } = await renderPortal('/resource/1/article', {
    answers: [
      ...forResource(),
      answer(getArticle, article),
      answer(getProgress, read),
      answer(getOwnAssessment, { resource: null, latest: null }),
      answer(saveReadingPosition, read),
    ],
  });
  const end = within(await screen.findByRole('region', { name: 'You are at the end' }));
  expect(await end.findByText('Pass the check to finish it.')).toBeVisible();
  expect(end.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Read again']);
  // Leaving the text saves its position at once, before the next test.
  await router.navigate({ to: '/resource/$id', params: { id: '1' } });
  await waitFor(() => expect(callsOf(saveReadingPosition)).toHaveLength(1));
});

test('CHECK-07 a passed check says finished at any progress, and leaves nothing to mark', async () => {
  const passed = ownProgress({ completionPercentage: 0, isFinished: true, check: 'completed' });
  await renderPortal('/resource/1', { answers: [...forResource(), answer(getProgress, passed)] });
  expect(await screen.findByText('Finished')).toBeVisible();
  expect(screen.getByText('0% read')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Mark as/ })).toBeNull();
});
