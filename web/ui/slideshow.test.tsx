import { screen } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { askForReducedMotion } from '#tests/support/web/browser.ts';
import { renderPart } from '#tests/support/web/render.tsx';
import { Slideshow } from './Slideshow.tsx';

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `/media/${index}`, alt: `Picture ${index}` }));

beforeEach(() => {
  // React's own timers stay real, because a render that a test waits for must still happen.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

const patience = { timeout: 60_000 };

/** Waits until the picture is shown and its timer runs. */
const expectShown = (counter: string) =>
  vi.waitFor(() => {
    expect(screen.getByText(counter)).toBeVisible();
    expect(vi.getTimerCount()).toBe(1);
  }, patience);

test('DETAIL-06 DETAIL-07 pictures follow each other every five seconds, also after one chosen by hand', async () => {
  renderPart(<Slideshow images={pictures(3)} />);
  screen.getByRole('button', { name: 'Show image 2 of 3' }).click();
  await expectShown('2 / 3');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(screen.getByText('2 / 3')).toBeVisible();
  await vi.advanceTimersByTimeAsync(1);
  await expectShown('3 / 3');
  await vi.advanceTimersByTimeAsync(5_000);
  await expectShown('1 / 3');
});

test('DETAIL-07 pictures stop when they are paused', async () => {
  renderPart(<Slideshow images={pictures(2)} />);
  screen.getByRole('button', { name: 'Pause slideshow' }).click();
  expect(await vi.waitFor(() => screen.getByRole('button', { name: 'Play slideshow' }), patience)).toBeVisible();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(screen.getByText('1 / 2')).toBeVisible();
});

test('DETAIL-07 the pictures do not change by themselves when motion is reduced', async () => {
  askForReducedMotion();
  renderPart(<Slideshow images={pictures(2)} />);
  expect(screen.getByText('1 / 2')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause slideshow' })).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(screen.getByText('1 / 2')).toBeVisible();
});
