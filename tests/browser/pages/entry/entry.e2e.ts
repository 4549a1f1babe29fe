import { expect, type Page } from '@playwright/test';
import { longArticle } from '#tests/browser/support/articles.ts';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newPerson, registerMember } from '#tests/browser/support/people.ts';
import { presses } from '#tests/browser/support/presses.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function fillIn(page: Page, person: ReturnType<typeof newPerson>) {
  await page.getByRole('textbox', { name: 'First Name' }).fill(person.firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill(person.lastName);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

test('ENTRY-02 ENTRY-03 an invited person reaches the first lesson with at most six presses and one mail', {
  tag: '@layout',
}, async ({ page, office, newPage, check }) => {
  const lesson = { accessType: 'free', type: 'article', article: longArticle('First') } as const;
  const { id: resourceId, title } = await office.addResource(lesson);
  const { request } = (await newPage()).context();
  const owner = await registerMember(request);
  await verifyEmail(request, owner.email);
  const made = await request.post('/api/organisations', { data: { name: 'Northmere Council' } });
  const { id } = await made.json();
  const person = newPerson();
  await request.post(`/api/organisations/${id}/invitations`, { data: { emails: [person.email], role: 'learner' } });
  const { text } = await mailTo(request, person.email, /invites you/);
  const { press, names } = presses(page);
  await page.goto(/\/invitation\?token=\S+/.exec(text)?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Join Northmere Council' })).toBeVisible();
  await expect(page.getByText(`${owner.firstName} ${owner.lastName}`)).toBeVisible();
  await check('registering by an invitation');
  await fillIn(page, person);
  await press('button', 'Create Account');
  await expect(page).toHaveURL('/organisation');
  await expect(page.getByRole('heading', { name: 'What your organisation can see' })).toBeVisible();
  const { id: userId } = await (await page.context().request.get('/api/user')).json();
  const assigned = await request.post(`/api/organisations/${id}/assignments`, {
    data: { resourceIds: [resourceId], people: [userId], dueOn: dayAhead(30) },
  });
  await expect(assigned).toBeOK();
  await page.reload();
  await press('link', title);
  await press('link', 'READ');
  await expect(page).toHaveURL(`/resource/${resourceId}/article`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(6);
  const mails: { to: string; subject: string }[] = await (await request.get('/dev/mail.json')).json();
  const before = mails.filter(({ to, subject }) => to === person.email && !subject.includes('assigned'));
  expect(before).toHaveLength(1);
});

test('ENTRY-02 ENTRY-03 from the link of a gift to reading it in at most four presses', {
  tag: ['@layout', '@long'],
}, async ({ page, office, newPage, check }) => {
  const given = { accessType: 'purchase', price: '12', type: 'article', article: longArticle('First') } as const;
  const { id, title } = await office.addResource(given);
  const person = newPerson();
  const buying = await newPage();
  const payer = await registerMember(buying.context().request);
  await buying.goto(`/checkout/${id}?gift=true`);
  await buying.getByRole('textbox', { name: "Recipient's email" }).fill(person.email);
  await buying.getByRole('textbox', { name: 'Message' }).fill('Start with chapter 4.');
  await buying.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(buying, cards.good);
  await cardForm.payButton(buying).click();
  await expect(buying.getByText(`${title} is a gift for ${person.email}.`)).toBeVisible();
  const { text } = await mailTo(buying.context().request, person.email, /has a gift for you/);
  const { press, names } = presses(page);
  await page.goto(/\/gift\?secret=\S+/.exec(text)?.[0] ?? '');
  await expect(page.getByRole('heading', { name: `A gift for you from ${payer.firstName}` })).toBeVisible();
  await check('registering by a gift');
  await fillIn(page, person);
  await press('button', 'Create Account');
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(page.getByText('You have access', { exact: true })).toBeVisible();
  await press('link', 'READ');
  await expect(page).toHaveURL(`/resource/${id}/article`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(4);
});

memberTest(
  'ENTRY-04 a member with another address asks the inviter, who gets a mail',
  {
    tag: ['@layout', '@long'],
  },
  async ({ page, member, newPage, check }) => {
    const owner = await newPage();
    const inviter = await registerMember(owner.context().request);
    const { request } = owner.context();
    await verifyEmail(request, inviter.email);
    const { id } = await (await request.post('/api/organisations', { data: { name: 'Northmere Council' } })).json();
    const { email } = newPerson();
    await request.post(`/api/organisations/${id}/invitations`, { data: { emails: [email], role: 'learner' } });
    const { text } = await mailTo(request, email, /invites you/);
    await page.goto(/\/invitation\?token=\S+/.exec(text)?.[0] ?? '');
    await expect(page.getByRole('heading', { name: 'This invitation is for another address' })).toBeVisible();
    await check('an invitation for another address');
    await page.getByRole('button', { name: 'Ask to be invited here' }).click();
    await expect(page.getByRole('heading', { name: 'We have asked for you' })).toBeFocused();
    const asked = await mailTo(request, inviter.email, /asks to be invited to Northmere Council/);
    expect(asked.text).toContain(`invite ${member.email} instead`);
  },
);
