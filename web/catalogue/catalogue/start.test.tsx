import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { addSaved, listSavedIds } from '#contract/learning/library.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { wholeResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, hold } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

test('FRONT-07 a resource that is saved on arrival stays saved while the list of saved ones is loading', async () => {
  // The page requests the list during the save, so the response is older than the save.
  const ids = hold(answer(listSavedIds, { resourceIds: [], begun: [] }));
  const save = hold(answer(addSaved, { isSaved: true }));
  await renderPortal('/auth?next=%2Fresource%2F3%3Fstart%3Dsave', {
    answers: [...forResource(wholeResource({ id: 3 })), ids, save],
  });
  await expectAddress('/resource/3');
  await waitFor(() => expect(callsOf(addSaved)).toHaveLength(1));
  ids.release();
  save.release();
  await waitFor(() => {
    for (const button of screen.getAllByRole('button', { name: 'Save for later' })) {
      expect(button).toHaveAttribute('aria-pressed', 'true');
    }
  });
});
