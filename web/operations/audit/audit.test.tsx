import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAuditEntries } from '#contract/operations/audit.endpoints.ts';
import { administrator, auditEntry } from '#tests/support/web/fixtures.ts';
import { answer, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

test('an audit log that does not load says so and can be asked for again', async () => {
  const { user } = await renderPortal('/admin-dashboard/audit', {
    as: administrator(),
    answers: [fail(listAuditEntries)],
  });
  expect(await screen.findByText('The audit log did not load')).toBeVisible();
  serve(answer(listAuditEntries, [auditEntry()]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Entries' })).toHaveTextContent('Ada Kaldor');
});
