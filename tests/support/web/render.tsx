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

/** The caller before signing in. */
export const visitor = null;

type Options = {
  /** Signed-in user; a member when left out. */
  as?: CurrentUser | typeof visitor;
  config?: Partial<PortalConfig>;
  /** Responses beside those of the signed-in user and the configuration; `serve` adds more. */
  answers?: readonly Answer[];
};

let closings: (() => void)[] = [];

/** Takes away what the test has rendered. */
export function closeAll(): void {
  for (const close of closings.reverse()) close();
  closings = [];
}

/** Opens the app at an address as a browser does in which no page was drawn by the server. */
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

/** Leaves the page, and opens the app as a fresh one: what the browser has stored and the portal's answers stay. */
export async function openAnew(address: string) {
  closeAll();
  // State kept by modules belongs to the page before.
  vi.resetModules();
  return openPage(address);
}

async function openPage(address: string) {
  history.replaceState(null, '', address);
  const user = newUser();
  const { openApp } = await import('./app.tsx');
  const { element, router, close } = await openApp(untilHeld());
  closings.push(close);
  // As in web/main.tsx, and outside of React's `act`: what a test sees is drawn in the order in which a browser draws it.
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

/** A dialog lets pointers in by an effect after it is drawn, which a test would have to wait for before each click. */
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
