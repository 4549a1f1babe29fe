import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicCertificate } from '#contract/learning/learning-certificates.ts';
import type { Client } from '#tests/support/client.ts';
import { openTestWeb } from '#tests/support/drawn.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let web: Awaited<ReturnType<typeof openTestWeb>>;
let holder: Client & { userId: number };
let organisationId: number;
beforeAll(async () => {
  const { close, ...pages } = await openTestWeb();
  web = { ...pages, close };
  portal = await createTestPortal({ PUBLISHER: 'Fourfold Practice' }, pages);
  holder = await portal.member();
  [{ id: organisationId }] = await rows(`insert into organisations (name) values ('Northmere Council') returning id`);
});
afterAll(async () => {
  await portal.close();
  await web.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const call = (code: string, client: Client = portal.visitor()) =>
  client.get<PublicCertificate & { message: string }>(`/api/public/certificates/${code}`);

async function page(path: string, client: Client = portal.visitor()) {
  const { status, headers, raw } = await client.get(path, { accept: 'text/html' });
  const html = raw.toString();
  const [, drawn = ''] = /<div id="root" data-drawn>(.*)<\/div><template/s.exec(html) ?? [];
  return { status, headers, html, text: drawn.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') };
}

async function issue(fields: Record<string, unknown> = {}) {
  const { id } = await insertResource(portal.database, { title: 'Explaining decisions' });
  const given = { user_id: holder.userId, ...fields };
  const names = Object.keys(given);
  const [row] = await rows(
    `insert into certificates (organisation_id, organisation_name, holder_name, resource_id, resource_title,
       content_version, completed_at, code, ${names.join(', ')})
     values ($1, 'Northmere Council', 'Mira Tollander', $2, 'Explaining decisions', 3, '2026-05-12', new_certificate_code(),
       ${names.map((_, index) => `$${index + 3}`).join(', ')}) returning id, code`,
    [organisationId, id, ...Object.values(given)],
  );
  return { resourceId: id, id: Number(row.id), code: String(row.code) };
}

const wrong = 'abcdefghijkmnpqrstuvwx';

describe('wrong codes', () => {
  it('LEARN-04 unknown codes, those of another form and codes in other letters answer 404, alike in page and call', async () => {
    const { code } = await issue();
    const other = code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase();
    const codes = [wrong, other, 'short', `${code}x`, `${code}%20`, `${code}%00`, 'x'.repeat(300), `${wrong}/more`];
    const pages: Awaited<ReturnType<typeof page>>[] = [];
    // Loaded one after the other, because a busy machine rejects pages with 503 when several are rendered at once.
    for (const one of codes) pages.push(await page(`/verify/${one}`));
    expect(pages.map(({ status }) => status)).toEqual(codes.map(() => 404));
    const times = /"(dataUpdatedAt|dehydratedAt)":\d+|"\d{4}-[-\d]+T[\d:.]+Z"/g;
    expect(new Set(pages.map(({ html }) => html.replaceAll(times, ''))).size).toBe(1);
    expect(pages[0]?.text).toContain('No certificate has this code');
    for (const one of [wrong, other, 'short', `${code}x`, `${code}%00`]) {
      const { status, body } = await call(one);
      expect([one, status, body]).toEqual([
        one,
        404,
        { code: 'storefront.certificate-unknown', message: 'No certificate has this code.' },
      ]);
    }
  });

  it('LEARN-04 a network that tries too many wrong codes is refused with 429 on page and call, other networks are not', async () => {
    const strict = await createTestPortal({ DEMO: '0', TRUST_PROXY: '127.0.0.1' });
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const visitor = strict.visitor();
    const code = (index: number) => `${'A'.repeat(20)}${String(index).padStart(2, '0')}`;
    for (let index = 0; index < 60; index += 1) {
      expect((await visitor.get(`/api/public/certificates/${code(index)}`, from('203.0.113.7'))).status).toBe(404);
    }
    const rejected = await visitor.get(`/api/public/certificates/${code(60)}`, from('203.0.113.7'));
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    const page = await visitor.get(`/verify/${code(60)}`, { ...from('203.0.113.7'), accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(String(page.body)).toContain('Too many attempts. Please try again in');
    expect((await visitor.get(`/api/public/certificates/${code(60)}`, from('203.0.113.8'))).status).toBe(404);
    await strict.close();
  });
});

describe('the page of a certificate', () => {
  it('LEARN-04 the certificate’s page is drawn by the server with the resource, and without the name, which the holder has not shown', async () => {
    const { code, resourceId } = await issue({ expires_at: '2090-05-13' });
    const { status, headers, html, text } = await page(`/verify/${code}`);
    expect(status).toBe(200);
    expect(text).toContain('This certificate is valid Checked on');
    for (const words of [
      'Hidden by the holder',
      'Explaining decisions',
      '12 May 2026',
      '12 May 2090',
      'Fourfold Practice',
      code,
    ])
      expect(text).toContain(words);
    expect(html).toContain(`href="/catalogue/${resourceId}/explaining-decisions"`);
    for (const kept of ['Tollander', 'Northmere', 'member-']) expect(html).not.toContain(kept);
    expect(html).toContain('<meta name="robots" content="noindex');
    expect([headers['x-robots-tag'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      'noindex',
      'no-store',
      'no-referrer',
    ]);
    expect((await page('/robots.txt')).html).not.toContain('/verify');
  });

  it('LEARN-04 shows the name from the moment the holder shows it, until the holder hides it', async () => {
    const { id, code } = await issue();
    const show = (showName: boolean) => holder.patch(`/api/user/certificates/${id}`, { showName });
    expect((await show(true)).body).toMatchObject({ showsName: true });
    expect((await page(`/verify/${code}`)).text).toContain('Mira Tollander');
    expect((await call(code)).body.name).toBe('Mira Tollander');
    expect((await show(false)).body).toMatchObject({ showsName: false });
    expect((await page(`/verify/${code}`)).text).not.toContain('Tollander');
  });

  it('LEARN-04 says since when a certificate is expired, by the clock of the database', async () => {
    const { id, code } = await issue({ expires_at: new Date(Date.now() + 60_000) });
    expect((await call(code)).body.state).toBe('valid');
    await rows(`update certificates set expires_at = now() where id = $1`, [id]);
    await rows(`update certificates set expires_at = '2026-04-15' where id = $1`, [id]);
    const { text } = await page(`/verify/${code}`);
    expect(text).toContain('This certificate has expired It was valid until 14 April 2026.');
    expect(text).not.toContain('Valid until');
  });

  it('LEARN-04 ACCT-07 the certificate is revoked with the deletion of the account, and the name is gone', async () => {
    const member = await portal.member();
    const { id, code } = await issue({ user_id: member.userId, shows_name: true });
    expect(
      (await member.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } })).status,
    ).toBe(200);
    const { status, html, text } = await page(`/verify/${code}`);
    expect(status).toBe(200);
    expect(text).toContain('This certificate was revoked');
    expect(text).toContain('Deleted with the account');
    expect(html).not.toContain('Tollander');
    expect(await rows('select user_id, holder_name, shows_name from certificates where id = $1', [id])).toEqual([
      { user_id: null, holder_name: null, shows_name: false },
    ]);
  });

  it('LEARN-04 links to the resource only where visitors can open it', async () => {
    const { code, resourceId } = await issue();
    expect((await call(code)).body.resourceId).toBe(resourceId);
    await updateResource(portal.database, resourceId, { is_published: false });
    const { body } = await call(code);
    expect([body.resourceId, body.resource]).toEqual([null, 'Explaining decisions']);
    expect((await page(`/verify/${code}`)).html).not.toContain(`/catalogue/${resourceId}`);
  });

  it('LEARN-04 a typed code leads to its page, also with blanks in it; without one there is the form', async () => {
    const { code } = await issue();
    const typed = `${code.slice(0, 11)}%20${code.slice(11)}%0A`;
    const { status, headers } = await page(`/verify?code=${typed}`);
    expect([status, headers.location]).toEqual([302, `/verify/${code}`]);
    for (const path of ['/verify', '/verify?code=', '/verify?code=a&code=b']) {
      const form = await page(path);
      expect([path, form.status]).toEqual([path, 200]);
      expect(form.html).toContain('action="/verify"');
    }
    expect((await page('/verify?code=//evil.example')).headers.location).toBe('/verify/%2F%2Fevil.example');
  });
});
