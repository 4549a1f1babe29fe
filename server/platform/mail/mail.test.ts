import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { composeMail } from './layout.ts';
import { type Mail, type MailSender, mailTasks, smtpMailSender } from './mail.ts';
import { queueMail } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.owner.query('truncate mails'));

const mail: Mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
const rows = async () => (await database.pool.query('select * from mails order by id')).rows;
const queue = (key: string) => database.transaction((db) => queueMail(db, key, mail, { isBulk: false }));
const mailSenderThat = (send: MailSender['send']): MailSender => ({ send, close: () => {} });
const aTry = (isLast = false) => ({ attempt: 1, isLast });

describe('a queued mail', () => {
  it('a mail is queued once for each dedupe key, and not at all when its transaction fails', async () => {
    await queue('welcome:1');
    await queue('welcome:1');
    const failing = database.transaction(async (db) => {
      await queueMail(db, 'welcome:2', mail, { isBulk: false });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow();
    expect((await rows()).map((row) => row.dedupe_key)).toEqual(['welcome:1']);
    const jobs = await database.pool.query(`select count(*)::int as n from graphile_worker.jobs`);
    expect(jobs.rows[0].n).toBe(1);
  });

  it('a queued mail comes forward when the mail server answers again, but for the last tries, and not before', async () => {
    await database.pool.query('delete from graphile_worker._private_jobs');
    for (const key of ['one', 'almost-given-up']) await queue(key);
    const setTries = (attempts: number, at: string) =>
      database.pool.query(
        `update graphile_worker._private_jobs set attempts = $1, run_at = now() + interval '50 minutes' where id = (
           select ${at}(id) from graphile_worker._private_jobs)`,
        [attempts],
      );
    await setTries(8, 'min');
    await setTries(9, 'max');
    const waiting = async () =>
      (await database.pool.query('select run_at > now() as waits from graphile_worker.jobs order by id')).rows.map(
        ({ waits }) => waits,
      );
    const answering = (isReachable: boolean): MailSender => ({
      ...mailSenderThat(async () => {}),
      isReachable: async () => isReachable,
    });
    await mailTasks(database, answering(false))['retry-mails']({}, aTry());
    expect(await waiting()).toEqual([true, true]);
    await mailTasks(database, answering(true))['retry-mails']({}, aTry());
    expect(await waiting()).toEqual([false, true]);
  });

  it('ACCT-07 the bodies of a mail are blanked once it is sent, and not before', async () => {
    await queue('with-a-link');
    const [{ id }] = await rows();
    const rejecting = mailSenderThat(() => Promise.reject(new Error('refused')));
    await expect(mailTasks(database, rejecting)['send-mail']({ mailId: id }, aTry())).rejects.toThrow();
    expect((await rows())[0]).toMatchObject({ text_body: mail.text, html_body: mail.html });
    const sending = mailSenderThat(async () => {});
    await mailTasks(database, sending)['send-mail']({ mailId: id }, aTry());
    expect((await rows())[0]).toMatchObject({
      subject: mail.subject,
      text_body: '',
      html_body: '',
      unsubscribe_url: null,
    });
  });

  it('ACCT-07 mails are deleted after 30 days, sent or not, and none is queued again under its key', async () => {
    for (const key of ['old:1', 'old:2', 'young:1']) await queue(key);
    await database.pool.query(
      `update mails set created_at = now() - interval '31 days', sent_at = case when dedupe_key = 'old:1' then now() end
       where dedupe_key like 'old:%'`,
    );
    await database.pool.query(`update mails set created_at = now() - interval '29 days' where dedupe_key = 'young:1'`);
    await mailTasks(
      database,
      mailSenderThat(async () => {}),
    )['delete-old-mails']();
    expect((await rows()).map((row) => row.dedupe_key)).toEqual(['young:1']);
    for (const key of ['old:1', 'old:2']) await queue(key);
    expect((await rows()).map((row) => row.dedupe_key)).toEqual(['young:1']);
  });

  it('a queued mail is sent once, however often its job runs', async () => {
    await queue('once');
    const sent: Mail[] = [];
    const task = mailTasks(
      database,
      mailSenderThat(async (one) => void sent.push(one)),
    )['send-mail'];
    const [{ id }] = await rows();
    await task({ mailId: id }, aTry());
    await task({ mailId: id }, aTry());
    expect(sent).toEqual([mail]);
    expect((await rows())[0].sent_at).toBeInstanceOf(Date);
  });

  it('a queued mail waits for the next try when the server refuses it, and is parked for a person after the last', async () => {
    await queue('refused');
    const task = mailTasks(
      database,
      mailSenderThat(() => Promise.reject(new Error('550 no such mailbox'))),
    )['send-mail'];
    const [{ id }] = await rows();
    await expect(task({ mailId: id }, aTry())).rejects.toThrow('550');
    expect((await rows())[0]).toMatchObject({ sent_at: null, parked_at: null, last_error: '550 no such mailbox' });
    await expect(task({ mailId: id }, aTry(true))).rejects.toThrow('550');
    expect((await rows())[0].parked_at).toBeInstanceOf(Date);
  });
});

describe('a letter', () => {
  it('GEN-20 shows what people typed as text, in html and in text', () => {
    const typed = '<script>alert("x")</script> & Söhne';
    const { html, text } = composeMail(
      {
        heading: `Welcome, ${typed}`,
        paragraphs: [typed],
        facts: [['Resource', typed]],
        action: { label: 'Open', url: 'https://learn.example.org/?a=1&b=2' },
        reason: 'You asked for it.',
      },
      { productName: 'RAPP Learning', supportEmail: 'help@example.org', colour: '#0d4f48', logoUrl: null },
    );
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Söhne');
    expect(html).toContain('href="https://learn.example.org/?a=1&amp;b=2"');
    expect(text).toContain(typed);
    expect(text).toContain('https://learn.example.org/?a=1&b=2');
    expect(text).toContain('Questions? Write to help@example.org.');
  });

  it('OUT-05 makes links of what is given as one, and none of what people typed, also at its foot', () => {
    const { html } = composeMail(
      {
        heading: 'Welcome, https://evil.example',
        paragraphs: ['https://evil.example or evil@example.org'],
        facts: [['Name', 'https://evil.example']],
        reason: [
          { text: 'https://evil.example invites evil@example.org. See ' },
          { text: 'your billing page', url: 'https://learn.example.org/billing?a=1&b=2' },
        ],
      },
      { productName: 'RAPP Learning', supportEmail: 'help@example.org', colour: '#0d4f48', logoUrl: null },
    );
    expect(
      [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, target, text]) => [target, text]),
    ).toEqual([
      ['https://learn.example.org/billing?a=1&amp;b=2', 'your billing page'],
      ['mailto:help@example.org', 'help@example.org'],
    ]);
  });
});

describe('the headers of a mail', () => {
  const overSmtp = async (one: Mail): Promise<string> => {
    let source = '';
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        stream.on('data', (part: Buffer) => {
          source += part.toString();
        });
        stream.on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    // Safe cast, because a listening TCP server has an address with a port.
    const { port } = smtp.server.address() as AddressInfo;
    const mailSender = smtpMailSender({
      url: `smtp://127.0.0.1:${port}`,
      from: 'portal@example.org',
      publicUrl: 'https://learn.example.org:8443',
      bulkPerMinute: 600,
    });
    await mailSender.send(one, 'mail-1-1700000000000', false);
    mailSender.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
    return source.replace(/\r\n[ \t]+/g, ' ');
  };

  it('SET-02 says so in the headers that mail programs read, and others do not', async () => {
    const unsubscribeUrl = 'http://portal.test/api/unsubscribe?token=secret';
    const source = await overSmtp({ ...mail, unsubscribeUrl });
    expect(source).toMatch(/^List-Unsubscribe: <http:\/\/portal\.test\/api\/unsubscribe\?token=secret>\r?$/im);
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im);
    expect(await overSmtp(mail)).not.toMatch(/^List-Unsubscribe/im);
  });

  it('OUT-05 the headers of a mail name the portal’s host in the Message-ID, and say that no person wrote the mail', async () => {
    const source = await overSmtp(mail);
    expect(source).toMatch(/^Message-ID: <mail-1-1700000000000@learn\.example\.org>\r?$/im);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
  });
});
