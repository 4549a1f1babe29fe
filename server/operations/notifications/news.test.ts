import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsParagraphs } from '#contract/operations/notifications.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.runJobs();
  portal.sentMails.length = 0;
  await rows('delete from news');
  await rows('update users set marketing_emails = false');
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const news = { subject: 'New this month', text: 'Ten new reports.\n\nRead them at https://portal.test/browse.' };

/** Registers a member with these columns; by default with Marketing Emails on and a verified address. */
async function reader(columns = `marketing_emails = true, email_verified_at = now()`) {
  const member = await portal.member();
  const [{ email }] = await rows(`update users set ${columns} where id = ${member.userId} returning email`);
  return { ...member, email: String(email) };
}

/** Returns the mails with the news, because the portal also sends those of registration. */
const mails = () => portal.sentMails.filter(({ subject }) => subject === news.subject);
const recipients = () =>
  mails()
    .map(({ to }) => to)
    .toSorted();

describe('product news', () => {
  it('NEWS-01 NEWS-02 refuses news without subject or text, or with too much of them, and sends nothing', async () => {
    await reader();
    const wrong = [
      [{ ...news, subject: ' ' }, 'Subject is required'],
      [{ ...news, subject: 'a'.repeat(151) }, 'Subject must be at most 150 characters'],
      [{ subject: news.subject }, 'Text is required'],
      [{ ...news, text: 'a'.repeat(10_001) }, 'Text must be at most 10000 characters'],
    ] as const;
    for (const url of ['/api/admin/news', '/api/admin/news/test']) {
      for (const [body, message] of wrong) {
        const answer = await administrator.post(url, body);
        expect([answer.status, answer.body.message]).toEqual([400, message]);
      }
    }
    await portal.runJobs();
    expect(recipients()).toEqual([]);
    expect(await rows('select id from news')).toEqual([]);
  });

  it('NEWS-02 refuses news while no member has agreed to get them, and keeps the words for later', async () => {
    await reader('marketing_emails = false, email_verified_at = now()');
    const answer = await administrator.post('/api/admin/news', news);
    expect([answer.status, answer.body.code]).toEqual([409, 'notifications.news-unread']);
    expect(await rows('select id from news')).toEqual([]);
  });

  it('NEWS-01 a test goes to the administrator alone, whatever their settings, and is no news that were sent', async () => {
    await reader();
    const answer = await administrator.post('/api/admin/news/test', news);
    await portal.runJobs();
    const [{ email }] = await rows('select email from users where id = $1', [administrator.userId]);
    expect([answer.status, answer.body.message]).toEqual([200, `A test is on its way to ${email}.`]);
    expect(recipients()).toEqual([email]);
    expect((await administrator.get('/api/admin/news')).body).toEqual([]);
  });

  it('NEWS-02 NEWS-04 reaches each member who agreed and has a verified address once, and the same words no second time', async () => {
    const agreed = [await reader(), await reader()];
    await reader('marketing_emails = false, email_verified_at = now()');
    await reader('marketing_emails = true, email_verified_at = null');
    await reader('marketing_emails = true, email_verified_at = now(), deleted_at = now()');
    expect((await administrator.get('/api/admin/news/audience')).body).toEqual({ memberCount: 2 });
    const sent = await administrator.post('/api/admin/news', news);
    expect([sent.status, sent.body]).toMatchObject([201, { ...news, recipientCount: 0, isFinished: false }]);
    const again = await administrator.post('/api/admin/news', news);
    expect([again.status, again.body.code]).toEqual([409, 'notifications.news-sent']);
    await portal.runJobs();
    await rows(`select graphile_worker.add_job('send-news', json_build_object('newsId', ${sent.body.id}))`);
    await portal.runJobs();
    expect(recipients()).toEqual(agreed.map(({ email }) => email).toSorted());
    const [mail] = mails();
    expect(mail?.subject).toBe('New this month');
    expect(mail?.text).toContain('Ten new reports.\n\nRead them at https://portal.test/browse.\n');
    expect(mail?.html).toMatch(/<a href="https:\/\/portal\.test\/browse" [^>]*>https:\/\/portal\.test\/browse<\/a>\./);
    const list = await administrator.get('/api/admin/news');
    expect(list.headers['x-total-count']).toBe('1');
    expect(list.body).toMatchObject([{ ...news, sentBy: 'Tavia Brindlecombe', recipientCount: 2, isFinished: true }]);
    const entries = await rows(`select action, after from audit_log where object = 'news' and action = 'send'`);
    expect(entries).toEqual([{ action: 'send', after: news }]);
  });

  it('NEWS-02 an interrupted job goes on after the last finished batch and writes to no member twice', {
    tags: 'long',
  }, async () => {
    await rows(`insert into users (email, first_name, last_name, marketing_emails, email_verified_at)
      select 'crowd-' || n || '@example.org', 'C', 'D', true, now() from generate_series(1, 250) n`);
    const { owner } = portal.database;
    await owner.query(`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no more' using errcode = '57P01'; end $$;
      create trigger refused before insert on mails for each row
        when (new.recipient = 'crowd-230@example.org') execute function refuse_mail()`);
    const { body } = await administrator.post('/api/admin/news', news);
    await portal.runJobs();
    expect((await administrator.get('/api/admin/news')).body).toMatchObject([
      { recipientCount: 200, isFinished: false },
    ]);
    expect(recipients()).toHaveLength(200);
    await owner.query('drop trigger refused on mails; drop function refuse_mail()');
    await rows(`select graphile_worker.add_job('send-news', json_build_object('newsId', ${body.id}))`);
    await portal.runJobs();
    expect((await administrator.get('/api/admin/news')).body).toMatchObject([
      { recipientCount: 250, isFinished: true },
    ]);
    expect([mails().length, new Set(recipients()).size]).toEqual([250, 250]);
  });

  it('NEWS-03 the link of the mail switches only Marketing Emails off, by one click', async () => {
    const { userId } = await reader();
    await administrator.post('/api/admin/news', news);
    await portal.runJobs();
    const [mail] = mails();
    const click = await portal.visitor().send({
      method: 'POST',
      url: mail?.unsubscribeUrl?.replace('http://portal.test', '') ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([click.status, click.body.message]).toEqual([
      200,
      'Marketing Emails are off. You can switch them on again under Settings.',
    ]);
    const columns = 'marketing_emails, email_updates, resource_alerts, security_alerts';
    expect(await rows(`select ${columns} from users where id = $1`, [userId])).toEqual([
      { marketing_emails: false, email_updates: true, resource_alerts: true, security_alerts: true },
    ]);
  });
});

describe('the text of news', () => {
  it('NEWS-01 an empty line begins a paragraph, and addresses become links without what ends a sentence', () => {
    expect(newsParagraphs('\n One.\r\nStill one.\n \n\nSee (https://a.example/b?c=d), now.\n')).toEqual([
      [{ text: 'One.\r\nStill one.' }],
      [{ text: 'See (' }, { text: 'https://a.example/b?c=d', url: 'https://a.example/b?c=d' }, { text: '), now.' }],
    ]);
    expect(newsParagraphs('javascript:alert(1) <b>')).toEqual([[{ text: 'javascript:alert(1) <b>' }]]);
  });
});
