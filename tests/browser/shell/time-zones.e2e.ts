import { expect } from '@playwright/test';
import { makeAttempt } from '../support/assessment.ts';
import { memberTest as test } from '../support/test.ts';

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone }).format(new Date());

/** 14 hours ahead of UTC and 11 behind it: at every hour one of them has another day than the server. */
const farZones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const zoneOfOtherDay = () => farZones.find((zone) => dayIn(zone) !== dayIn('UTC')) ?? '';
const otherZone = () => farZones.find((zone) => zone !== zoneOfOtherDay()) ?? '';

for (const { reader, zoneNow, tag } of [
  { reader: 'on another day than the server', zoneNow: zoneOfOtherDay, tag: [] },
  { reader: 'in the other far zone', zoneNow: otherZone, tag: ['@long'] },
]) {
  test(`GEN-22 GEN-25 a reader ${reader}, whose clock is 10 minutes fast, takes over the drawn pages and reads own days and minutes`, {
    tag,
  }, async ({ context, newPage, office }) => {
    const timezoneId = zoneNow();
    const { id, title } = await office.addResource();
    const page = await newPage({ timezoneId, storageState: await context.storageState() });
    await page.clock.setFixedTime(Date.now() + 10 * 60_000);
    const today = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezoneId }).format(new Date());

    await page.goto('/');
    const short = today({ day: '2-digit', month: 'short', year: 'numeric' });
    await expect(page.getByRole('region', { name: 'First steps' })).toContainText(short);

    await page.goto(`/resource/${id}`);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('Updated', { exact: true }).locator('..')).toContainText(today({ dateStyle: 'long' }));

    await page.goto(`/catalogue/${id}/a-page-for-visitors`);
    await expect(page.getByText('Updated', { exact: true }).locator('..')).toContainText(today({ dateStyle: 'long' }));

    await expect(
      await page.request.post('/api/user/sessions', {
        data: { resourceId: id, sessionData: { startTime: new Date().toISOString() } },
      }),
    ).toBeOK();
    await makeAttempt(page.request, 'initial', { startedAt: '2026-10-01T09:00:00Z', assessedOn: '2026-10-01' });
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Continue' })).toContainText(/Used \d+ minutes ago/);
    await expect(page.getByRole('region', { name: 'My plan' })).toContainText('1 October 2026');
  });
}
