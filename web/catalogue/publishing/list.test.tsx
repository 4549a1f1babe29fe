import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listOnlineProducts } from '#contract/catalogue/products.endpoints.ts';
import {
  deleteResource,
  downloadResourceList,
  getAdminResource,
  listAdminResources,
} from '#contract/catalogue/publishing.endpoints.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { countOwners } from '#contract/commerce/purchases-admin.endpoints.ts';
import { generateToolToken } from '#contract/learning/tools.endpoints.ts';
import { forAdminResources } from '#tests/support/web/answers.ts';
import { mockConfirm, noteTabs } from '#tests/support/web/browser.ts';
import { administrator, adminResource } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, refuse, serve, unreachable } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const openList = (resources: AdminResource[], ...answers: Answer[]) =>
  renderPortal('/admin-dashboard', {
    as: administrator(),
    answers: [...forAdminResources(), answer(listAdminResources, resources), ...answers],
  });

const findRow = (name: string) => screen.findByRole('article', { name });

test.for(['/admin', '/admin-dashboard'])('ADM-01 administrators see the resources first at %s', async (address) => {
  const answers = [...forAdminResources(), answer(listAdminResources, [adminResource()])];
  await renderPortal(address, { as: administrator(), answers });
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Resources' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('article')).toBeVisible();
});

test('ADM-RES-05 the page says when there are no resources yet', async () => {
  await openList([]);
  expect(await screen.findByRole('heading', { name: 'No resources yet' })).toBeVisible();
});

test('ADM-RES-01 ADM-RES-02 a row shows type, access, price and status', async () => {
  await openList([adminResource({ title: 'A guide', accessType: 'purchase', price: 12.5, isPublished: false })]);
  const row = within(await findRow('A guide'));
  for (const words of ['Report', 'Purchase', '£12.50', 'Draft']) expect(row.getByText(words)).toBeVisible();
});

test('ADM-RES-04 deletes after the question of the browser, and nothing happens when it is dismissed', async () => {
  const [kept, other] = [adminResource({ title: 'Kept' }), adminResource({ id: 2, title: 'Deleted' })];
  const { user } = await openList(
    [kept, other],
    answer(deleteResource, { message: 'Resource deleted' }),
    answer(countOwners, []),
  );
  const ask = mockConfirm();
  await user.click(within(await findRow('Deleted')).getByRole('button', { name: 'Delete Deleted' }));
  expect(ask).toHaveBeenCalledExactlyOnceWith('Are you sure you want to delete this resource?');
  expect(callsOf(deleteResource)).toEqual([]);
  ask.mockReturnValue(true);
  serve(answer(listAdminResources, [kept]));
  await user.click(screen.getByRole('button', { name: 'Delete Deleted' }));
  await expectToast('Resource deleted', 'Deleted');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Deleted' })).toBeNull());
  expect(screen.getByRole('article', { name: 'Kept' })).toBeVisible();
  expect(callsOf(deleteResource).map(({ params }) => params.id)).toEqual(['2']);
});

test('ADM-11 j and k move through the rows, x selects, Enter opens, and typing does none of it', async () => {
  const first = adminResource({ id: 1, title: 'First' });
  const { user } = await openList([first, adminResource({ id: 2, title: 'Second' })], answer(getAdminResource, first));
  const rows = [within(await findRow('First')), within(await findRow('Second'))] as const;
  const [firstLink, secondLink] = [rows[0].getByRole('link'), rows[1].getByRole('link')];
  await user.keyboard('j');
  expect(firstLink).toHaveFocus();
  await user.keyboard('j');
  expect(secondLink).toHaveFocus();
  await user.keyboard('x');
  expect(rows[1].getByRole('checkbox')).toBeChecked();
  await user.keyboard('k');
  expect(firstLink).toHaveFocus();
  expect(rows[0].getByRole('checkbox')).not.toBeChecked();
  const search = screen.getByRole('searchbox', { name: 'Search resources' });
  search.focus();
  await user.keyboard('j');
  expect(search).toHaveFocus();
  firstLink.focus();
  await user.keyboard('{Enter}');
  await expectAddress('/admin-dashboard/resources/1/edit');
});

test('ADM-15 a list that cannot be had as a file says so', async () => {
  const { user } = await openList([adminResource()], fail(downloadResourceList));
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await expectToast('Export failed');
});

test('ADM-RES-03 ADM-RES-10 a linked tool opens with a token, and other resources offer none', async () => {
  const tabs = noteTabs();
  const toolAddress = 'https://tools.example.org/x?token=secret';
  const { user } = await openList(
    [
      adminResource({ title: 'Report' }),
      adminResource({ id: 2, title: 'Tool', type: 'online_tool', onlineProductId: 5 }),
    ],
    answer(generateToolToken, { token: 'secret', address: '/tools/access?token=secret', toolAddress }),
  );
  await user.click(await screen.findByRole('button', { name: 'More actions for Report' }));
  expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Access Tool' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions for Tool' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Access Tool' }));
  await expect.poll(() => tabs).toEqual([toolAddress]);
  expect(callsOf(generateToolToken)[0]?.body).toEqual({ resourceId: 2, onlineProductId: 5 });
});

test.for([
  {
    when: 'it has no address',
    given: answer(generateToolToken, { token: 'secret', address: '/tools/access?token=secret', toolAddress: null }),
    toast: ['Configuration Error', 'Tool URL not configured for this product'],
  },
  {
    when: 'the portal refuses it',
    given: refuse(generateToolToken, 'products.not-found'),
    toast: ['Token Generation Failed', 'Online product not found'],
  },
  {
    when: 'the portal is broken',
    given: fail(generateToolToken),
    toast: ['Access Error', 'Failed to generate access token'],
  },
  { when: 'nothing answers', given: unreachable(generateToolToken), toast: ['Error', 'Failed to access tool'] },
] as const)('ADM-RES-10 a tool that does not open says why when $when', async ({ given, toast: [title, text] }) => {
  const tabs = noteTabs();
  const { user } = await openList(
    [adminResource({ title: 'Tool', type: 'online_tool', onlineProductId: 5 })],
    answer(listOnlineProducts, []),
    given,
  );
  await user.click(await screen.findByRole('button', { name: 'More actions for Tool' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Access Tool' }));
  await expectToast(title, text);
  expect(tabs).toEqual([]);
});
