import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';

/** Maximum number of controls that a member has to pass. */
const mostSteps = 60;

const nameOfFocus =
  "(document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim().slice(0, 40) || document.activeElement?.tagName";

/** Keyboard of a member without a mouse; it counts every key. */
export type Keyboard = {
  /** Names a task; the numbers of its keys and its time become an annotation of the test. */
  task(name: string, work: () => Promise<void>): Promise<void>;
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until this control has the focus; fails after sixty. */
  tabTo(target: Locator): Promise<void>;
  /** Presses Shift+Tab until this control has the focus; fails after sixty. */
  tabBackTo(target: Locator): Promise<void>;
};

export function keyboardOf(page: Page, info: TestInfo): Keyboard {
  const count = { presses: 0, characters: 0 };

  async function press(...keys: string[]) {
    for (const key of keys) {
      await page.keyboard.press(key);
      count.presses += 1;
    }
  }

  async function move(target: Locator, key: string) {
    await expect(target).toBeVisible();
    const passed: string[] = [];
    for (let step = 0; step <= mostSteps; step += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await press(key);
      passed.push(await page.evaluate<string>(nameOfFocus));
    }
    throw new Error(`${key} never reached ${target}. It passed: ${passed.join(' | ')}`);
  }

  return {
    press,
    type: async (text) => {
      await page.keyboard.type(text);
      count.characters += text.length;
    },
    tabTo: (target) => move(target, 'Tab'),
    tabBackTo: (target) => move(target, 'Shift+Tab'),
    task: async (name, work) => {
      count.presses = 0;
      count.characters = 0;
      const begun = performance.now();
      await work();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const description = `${name}: ${count.presses} presses and ${count.characters} characters in ${seconds} s`;
      info.annotations.push({ type: 'keys', description });
    },
  };
}

/** Asserts that the focus is at the screen's heading, where a new screen begins. */
export async function expectAtHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

/** Asserts that the focus is in the main part of the screen, so that it was not lost. */
export async function expectFocusInMain(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
}

/** Makes this page's connection as slow as a mobile one: 400 kB per second, 150 ms for each response. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesInSecond = 400 * 1024;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesInSecond,
    uploadThroughput: bytesInSecond,
  });
}
