import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAssistants } from '#contract/identity/assistants.endpoints.ts';
import { listAssistantCalls } from '#contract/operations/mcp.endpoints.ts';
import type { AssistantCall } from '#contract/operations/mcp-calls.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { answer } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const calls: AssistantCall[] = [
  {
    id: 9,
    calledAt: '2026-11-14T09:30:00.000Z',
    client: 'Claude at work',
    tool: 'Read a resource',
    resource: { id: 4, title: 'Fairness in hiring' },
  },
  { id: 8, calledAt: '2026-11-14T09:29:00.000Z', client: 'Claude at work', tool: 'Search', resource: null },
];

const config = { assistants: true };
const answers = [...forSettings(), answer(listAssistants, [])];

test('MCP-05 Settings list the last calls of assistants, once there is one', async () => {
  await renderPortal('/settings', { config, answers: [...answers, answer(listAssistantCalls, calls)] });
  const region = await screen.findByRole('region', { name: 'Keys and assistants' });
  expect(await within(region).findByText('The last 2 calls.', { exact: false })).toBeVisible();
  expect(within(region).getByRole('link', { name: 'Fairness in hiring' })).toHaveAttribute('href', '/resource/4');
  expect(within(region).getAllByText('Claude at work')).toHaveLength(2);
});

test('MCP-05 Settings show no list before the first call', async () => {
  await renderPortal('/settings', { config, answers });
  const region = await screen.findByRole('region', { name: 'Keys and assistants' });
  await within(region).findByText('You have no key.', { exact: false });
  expect(within(region).queryByText('Calls of assistants')).toBeNull();
});
