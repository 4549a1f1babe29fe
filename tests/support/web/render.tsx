import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { type ReactElement, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { getOverview } from '#contract/operations/overview.endpoints.ts';
import { overview } from './admin-fixtures.ts';
import { member, portalConfig } from './fixtures.ts';
import { type Answer, answer, refuse, serve, untilHeld } from './network.ts';

/** Caller before signing in. */
export const visitor = null;

type Options = {
  /** Signed-in user; a member by default. */
  as?: CurrentUser | typeof visitor;
  config?: Partial<PortalConfig>;
  /** Answers beside those of the signed-in user and the configuration; `serve` adds more. */
  answers?: readonly Answer[];
};

let closings: (() => void)[] = [];

/** Removes everything that the test has rendered. */
export function closeAll(): void {
  for (const close of closings.reverse()) close();
  closings = [];
}

/** Opens the app at a URL as a browser does with a page that the server did not render. */
export async function renderPortal(address: string, { as = member(), config, answers = [] }: Options = {}) {
  serve(
    answer(getPortalConfig, portalConfig(config)),
    as ? answer(getCurrentUser, as) : refuse(getCurrentUser, 'accounts.sign-in-required'),
    // The number beside Overview in the menu.
    ...(as?.role === 'administrator' ? [answer(getOverview, overview())] : []),
    ...answers,
  );
  return openPage(address);
}

/** Leaves the page and opens the app again. The browser's storage and the portal's answers stay. */
export async function openAnew(address: string) {
  closeAll();
  // State in modules belongs to the previous page.
  vi.resetModules();
  return openPage(address);
}

async function openPage(address: string) {
  history.replaceState(null, '', address);
  const user = newUser();
  const { openApp } = await import('./app.tsx');
  const { element, router, close } = await openApp(untilHeld());
  closings.push(close);
  // Outside of React's `act`, as in web/main.tsx, so that a test sees renders in the order of a browser.
  startTransition(() => newRoot().render(element));
  return { user, router };
}

/** Renders a component that needs neither routes nor data. */
export function renderPart(part: ReactElement) {
  const root = newRoot();
  const update = (next: ReactElement) => flushSync(() => root.render(next));
  update(part);
  return { user: newUser(), update };
}

/** A dialog accepts pointers only after an effect, for which a test would have to wait before each click. */
const newUser = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

function newRoot() {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  closings.push(() => {
    root.unmount();
    container.remove();
  });
  return root;
}
