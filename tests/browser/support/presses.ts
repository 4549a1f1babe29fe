import type { Page } from '@playwright/test';

/** Counts what a person presses on a page; typing into fields is not counted. */
export function presses(page: Page) {
  const names: string[] = [];
  return {
    /** Names of what was pressed, in order. */
    names,
    press: async (role: 'button' | 'checkbox' | 'link' | 'radio' | 'switch' | 'tab', name: string | RegExp) => {
      names.push(String(name));
      await page.getByRole(role, { name }).first().click();
    },
  };
}
