import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { untilSettled } from './settled.ts';

/**
 * Waits for the one toast with this title and, when given, this text below, and until the screen shows what came with
 * it.
 */
export async function expectToast(title: string, description?: string | RegExp): Promise<void> {
  await waitFor(() => {
    // The toast's text is repeated for a moment in a live region, which has no button. A search by role takes so long
    // on a busy machine that the toast could be gone.
    const dismiss = screen.getByText('Dismiss', { selector: 'button *' });
    const toast = dismiss.closest<HTMLElement>('[role="status"], [role="alert"]');
    expect(toast).not.toBeNull();
    if (!toast) return;
    expect(within(toast).getByText(title)).toBeVisible();
    if (description !== undefined) expect(within(toast).getByText(description)).toBeVisible();
  });
  await untilSettled();
}

/** Waits for the path with its query. */
export async function expectAddress(address: string): Promise<void> {
  await waitFor(() => expect(location.pathname + location.search).toBe(address));
}

/** Finds the card or row of a resource by its title. */
export async function findCard(title: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name: title });
  const card = heading.closest<HTMLElement>('article');
  if (!card) throw new Error(`The heading “${title}” is in no card`);
  return card;
}

/** Expects the elements to have these texts, one for each. */
export function expectTexts(elements: readonly Element[], texts: readonly (string | RegExp)[]): void {
  expect(elements.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toEqual(
    texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  );
}
