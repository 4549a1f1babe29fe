import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate, OrganisationCertificate } from '#contract/learning/learning-certificates.ts';
import { monthsAfter } from '#contract/months.ts';
import { insertResource, updateResource } from '#tests/support/factories.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
let manager: Person;
let learner: Person;
beforeAll(async () => {
  portal = await createTestPortal();
  organisation = await seatedOrganisation(portal, 'manager', 'learner');
  [manager, learner] = organisation.others as [Person, Person];
});
afterAll(() => portal.close());

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const listOf = async (person: Person) => (await person.get<Certificate[]>('/api/user/certificates')).body;
const finish = (person: Person, resourceId: number) =>
  person.put(`/api/resources/${resourceId}/finished`, { isFinished: true });

type Assigned = { userId: number; resourceId: number; refreshMonths?: number | null; asksConfirmation?: boolean };

/** Inserts an assignment that counts the person's latest completion, which the API does not do (ORG-10). */
const assign = ({ userId, resourceId, refreshMonths = null, asksConfirmation = false }: Assigned) =>
  rows(
    `insert into assignments (organisation_id, user_id, resource_id, due_on, refresh_months, asks_confirmation,
       completion_id, completed_at)
     select $1, $2, $3, '2030-01-01', $4, $5, c.id, c.completed_at
     from (select 1) as one left join lateral (select id, completed_at from completions
       where user_id = $2 and resource_id = $3 order by completed_at desc limit 1) as c on true returning id`,
    [organisation.id, userId, resourceId, refreshMonths, asksConfirmation],
  );

/** Issues a certificate to a person for a new resource. */
async function certificateFor(person: Person, fields: Omit<Assigned, 'userId' | 'resourceId'> = {}, title = 'A guide') {
  const { id } = await insertResource(portal.database, { title });
  await assign({ userId: person.userId, resourceId: id, ...fields });
  expect((await finish(person, id)).status).toBe(200);
  const [certificate] = await listOf(person);
  if (!certificate) throw new Error('No certificate was issued');
  return { certificate, resourceId: id };
}

describe('issuing', () => {
  it('LEARN-04 issues no certificate for a resource that no organisation assigned, nor before it is completed and confirmed', async () => {
    const [free, assigned] = [await insertResource(portal.database), await insertResource(portal.database)];
    await finish(learner, free.id);
    await assign({ userId: learner.userId, resourceId: assigned.id, asksConfirmation: true });
    await finish(learner, assigned.id);
    expect(await rows('select * from certificates')).toEqual([]);
    await rows('update completions set confirmed_at = now() where resource_id = $1', [assigned.id]);
    const issued = await listOf(learner);
    expect(issued).toHaveLength(1);
    expect(issued[0]).toMatchObject({ resourceId: assigned.id, state: 'valid', showsName: false, validUntil: null });
    expect(issued[0]?.code).toMatch(/^[A-HJ-NP-Za-km-np-z2-9]{22}$/);
  });

  it('LEARN-04 issues one certificate for each completion of an assignment, also when many calls report it at once', async () => {
    const { id } = await insertResource(portal.database);
    await assign({ userId: manager.userId, resourceId: id });
    await Promise.all(Array.from({ length: 8 }, () => finish(manager, id)));
    await rows('update completions set confirmed_at = now() where resource_id = $1', [id]);
    expect(await listOf(manager)).toHaveLength(1);
    await rows(`update completions set completed_at = now() - interval '1 day' where resource_id = $1`, [id]);
    await finish(manager, id);
    const codes = new Set((await listOf(manager)).map(({ code }) => code));
    expect(codes.size).toBe(2);
  });

  it('LEARN-04 issues a certificate when a completed resource is assigned, and keeps it when the resource is assigned again', async () => {
    const person = await organisation.add('learner');
    const { id } = await insertResource(portal.database);
    await finish(person, id);
    expect(await listOf(person)).toEqual([]);
    await assign({ userId: person.userId, resourceId: id });
    const [first] = await listOf(person);
    await rows('update assignments set ended_at = now() where resource_id = $1', [id]);
    await assign({ userId: person.userId, resourceId: id });
    expect(await listOf(person)).toEqual([first]);
  });

  it('LEARN-04 a certificate keeps the title, version and name of its day, and is valid until the refresh is due', async () => {
    const person = await organisation.add('learner');
    const { certificate, resourceId } = await certificateFor(person, { refreshMonths: 12 }, 'The first title');
    await updateResource(portal.database, resourceId, { title: 'Another title', content_version: 7 });
    await rows(`update users set last_name = 'Renamed' where id = $1`, [person.userId]);
    const [kept] = await listOf(person);
    expect(kept).toEqual(certificate);
    expect(kept).toMatchObject({ resource: 'The first title', version: 1, organisation: 'Northmere Council' });
    expect(kept?.validUntil).toBe(monthsAfter(new Date(), 12).toISOString().slice(0, 10));
    const [{ expires } = { expires: '' }] = await rows(
      `select to_char(expires_at at time zone 'UTC', 'HH24:MI') as expires from certificates where id = $1`,
      [kept?.id],
    );
    expect(expires).toBe('00:00');
    await rows('update certificates set expires_at = now() where id = $1', [kept?.id]);
    expect((await listOf(person))[0]?.state).toBe('expired');
  });

  it('LEARN-04 50,000 codes differ, and use each of their 56 characters equally often', { tags: 'long' }, async () => {
    // The owner's statements have no time limit, which a busy machine would exceed.
    const counted = await portal.database.owner.query(
      `with codes as (select new_certificate_code() as code from generate_series(1, 50000))
       select count(distinct code)::integer as codes, (select count(*)::integer from (
         select letter from codes, string_to_table(code, null) as letter group by letter
         having count(*) between 18500 and 20800) as even) as letters from codes`,
    );
    expect(counted.rows).toEqual([{ codes: 50_000, letters: 56 }]);
  });
});

describe("the holder's own", () => {
  it('LEARN-04 another member, a manager of the organisation and a visitor get no certificate of the holder', async () => {
    const { certificate } = await certificateFor(learner);
    const stranger = await portal.member();
    const before = await rows('select * from certificates order by id');
    for (const [client, status] of [
      [portal.visitor(), 401],
      [stranger, 404],
      [manager, 404],
    ] as const) {
      expect((await client.get(`/api/user/certificates/${certificate.id}/pdf`)).status).toBe(status);
      expect((await client.patch(`/api/user/certificates/${certificate.id}`, { showName: true })).status).toBe(status);
    }
    expect((await stranger.get('/api/user/certificates')).body).toEqual([]);
    expect((await learner.patch(`/api/user/certificates/${certificate.id}`, { showName: 'yes' })).body).toMatchObject({
      message: 'showName must be true or false',
    });
    expect(await rows('select * from certificates order by id')).toEqual(before);
  });

  it('LEARN-04 the list is paged, newest first, and says how many there are', async () => {
    const person = await organisation.add('learner');
    for (const title of ['One', 'Two', 'Three']) await certificateFor(person, {}, title);
    const { body, headers } = await person.get<Certificate[]>('/api/user/certificates?page=1&pageSize=2');
    expect([body.map(({ resource }) => resource), headers['x-total-count']]).toEqual([['Three', 'Two'], '3']);
    const { body: rest } = await person.get<Certificate[]>('/api/user/certificates?page=2&pageSize=2');
    expect(rest.map(({ resource }) => resource)).toEqual(['One']);
  });

  it('LEARN-04 the certificate is a tagged PDF of one page, A4 landscape, with name, resource, version, day, organisation and code', async () => {
    const person = await organisation.add('learner');
    const title = 'Explaining decisions to frontline staff';
    const { certificate } = await certificateFor(person, { refreshMonths: 6 }, title);
    const answer = await person.get(`/api/user/certificates/${certificate.id}/pdf`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="certificate-${certificate.code}.pdf"`);
    const pdf = await getDocument({ data: new Uint8Array(answer.raw) }).promise;
    expect(pdf.numPages).toBe(1);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const page = await pdf.getPage(1);
    expect(page.view.map(Math.round)).toEqual([0, 0, 842, 595]);
    const tree = JSON.stringify(await page.getStructTree());
    for (const role of ['Document', 'H1', 'L', 'LI', 'Lbl', 'LBody', 'Link'])
      expect(tree).toContain(`"role":"${role}"`);
    expect((await page.getAnnotations()).map(({ url }) => url)).toEqual([
      `http://portal.test/verify/${certificate.code}`,
    ]);
    const text = await textOfPdf(answer.raw);
    for (const words of ['Certificate of completion Mira Tollander completed', title, 'Version 1', 'Valid until'])
      expect(text).toContain(words);
    for (const words of ['Assigned by Northmere Council', 'portal.test/verify/', certificate.code])
      expect(text).toContain(words);
    expect(text).toContain('It is not a qualification and no proof of compliance with any law.');
    expect(text).not.toContain('confirmed');
    await rows('update completions set confirmed_at = now() where user_id = $1', [person.userId]);
    const confirmed = await person.get(`/api/user/certificates/${certificate.id}/pdf`);
    expect(await textOfPdf(confirmed.raw)).toContain('read and confirmed understanding of');
  });

  it('LEARN-04 the certificate has a QR code of its check address, inside the page and with a quiet border', async () => {
    const person = await organisation.add('learner');
    const { certificate } = await certificateFor(person);
    const answer = await person.get(`/api/user/certificates/${certificate.id}/pdf`);
    const page = await (await getDocument({ data: new Uint8Array(answer.raw) }).promise).getPage(1);
    const viewport = page.getViewport({ scale: 4 });
    const canvas = createCanvas(viewport.width, viewport.height);
    const context = canvas.getContext('2d');
    const canvasContext = context as unknown as Parameters<typeof page.render>[0]['canvasContext'];
    await page.render({ canvas: null, canvasContext, viewport, background: '#fff' }).promise;
    const { size, data } = encode(`http://portal.test/verify/${certificate.code}`, { ecc: 'M', border: 4 });
    const [x, y, side] = [529.55, 506.82, 76.61].map((points) => points * 4) as [number, number, number];
    const isDark = (column: number, row: number) => {
      const centre = [x + ((column + 0.5) * side) / size, y + ((row + 0.5) * side) / size] as const;
      return (context.getImageData(Math.round(centre[0]), Math.round(centre[1]), 1, 1).data[0] ?? 255) < 128;
    };
    expect(data.map((modules, row) => modules.map((_, column) => isDark(column, row)))).toEqual(data);
  });

  it('OUT-03 LEARN-04 the longest names and titles, in any script, stay on the one page', {
    tags: 'long',
  }, async () => {
    const person = await organisation.add('learner');
    const { certificate } = await certificateFor(person);
    await rows(
      `update certificates set holder_name = repeat('W', 201), resource_title = repeat('完全な長い題目', 28),
         organisation_name = repeat('Ż', 120) where id = $1`,
      [certificate.id],
    );
    const answer = await person.get(`/api/user/certificates/${certificate.id}/pdf`);
    const pdf = await getDocument({ data: new Uint8Array(answer.raw) }).promise;
    expect(pdf.numPages).toBe(1);
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const lines = items.flatMap((item) => ('str' in item && item.str.trim() ? [item.transform[5] as number] : []));
    // No line may be in the space above the foot's line, or below the foot.
    expect(lines.filter((y) => y < 20 || (y > 80 && y < 100))).toEqual([]);
  });
});

describe("the organisation's view", () => {
  const list = (person: Person, query = '') =>
    person.get<OrganisationCertificate[]>(`${organisation.path}/certificates${query}`);

  it('LEARN-04 ORG-10 learners, outsiders and visitors are refused; managers find certificates by name and title', async () => {
    const person = await organisation.add('learner');
    const { certificate } = await certificateFor(person, {}, 'Searchable 100% guide');
    expect((await list(learner)).status).toBe(403);
    expect((await list(await portal.member())).status).toBe(404);
    expect((await list(portal.visitor() as Person)).status).toBe(401);
    const { body, headers } = await list(manager, '?search=100%25');
    expect(body).toEqual([
      {
        userId: person.userId,
        name: 'Mira Tollander',
        code: certificate.code,
        state: 'valid',
        resource: 'Searchable 100% guide',
        version: 1,
        completedAt: certificate.completedAt,
        validUntil: null,
        check: null,
      },
    ]);
    expect(headers['x-total-count']).toBe('1');
  });

  it('LEARN-04 ORG-06 a person who left keeps the certificates, and the organisation no longer lists them', async () => {
    const person = await organisation.add('learner');
    const { certificate } = await certificateFor(person, {}, 'Before leaving');
    const removed = await manager.delete(`${organisation.path}/people/${person.userId}`);
    expect(removed.status).toBe(200);
    expect((await list(manager, '?search=Before leaving')).body).toEqual([]);
    expect((await listOf(person))[0]).toEqual(certificate);
  });
});
