import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { SavedPortalSettings } from '#contract/identity/settings-admin.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const path = '/api/admin/portal-settings';
const synonymForm = 'Write what is typed, an equals sign and what is found, such as GDPR = data protection, privacy';

let portal: TestPortal;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const saved = async () => (await administrator.get<SavedPortalSettings>(path)).body;
const config = async () => (await portal.visitor().get<PortalConfig>('/api/config')).body;
const put = (form: object) => administrator.put<SavedPortalSettings & { code: string; message: string }>(path, form);
const uploaded = async (name: string, content: Buffer) => {
  const form = multipartForm({ name, content, fields: {} });
  const { body } = await administrator.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
  return body.fileUrl.split('/').at(-1) ?? '';
};
const picture = (width: number, format: 'png' | 'gif' | 'webp' = 'png') =>
  sharp({ create: { width, height: 20, channels: 3, background: '#0a9bd6' } })
    .toFormat(format)
    .toBuffer();

const textOf = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const unknownPicture = {
  type: 'image',
  attrs: { src: '/media/00000000-0000-4000-8000-000000000000', alt: 'A picture' },
};

describe('what is refused', () => {
  it('SETUP-01 refuses visitors, members and administrators whose sign-in is not fresh', async () => {
    const before = await saved();
    const [visitor, member, other] = [portal.visitor(), await portal.member(), await portal.administrator()];
    await portal.database.pool.query(
      `update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`,
      [other.userId],
    );
    expect([(await visitor.get(path)).status, (await member.get(path)).status]).toEqual([401, 403]);
    expect((await visitor.put(path, { tagline: 'x' })).status).toBe(401);
    expect((await member.put(path, { tagline: 'x' })).status).toBe(403);
    expect((await other.put(path, { tagline: 'x' })).body.code).toBe('accounts.confirm-sign-in');
    expect((await other.get(path)).status).toBe(200);
    expect(await saved()).toEqual(before);
  });

  it.each([
    [{ productName: ' ' }, 'Portal name is required'],
    [{ productName: 'x'.repeat(61) }, 'Portal name must be at most 60 characters'],
    [{ tagline: 'x'.repeat(141) }, 'Tagline must be at most 140 characters'],
    [{ signInText: 'x'.repeat(301) }, 'Text on the sign-in screen must be at most 300 characters'],
    [{ supportEmail: 'help' }, 'Support email must be an email address'],
    [{ termsUrl: 'javascript:alert(1)' }, 'Terms must be an http or https address'],
    [{ privacyUrl: 'example.org' }, 'Privacy must be an http or https address'],
    [{ publisherAddress: 'x'.repeat(401) }, 'Address must be at most 400 characters'],
    [{ publisherTaxId: 'x'.repeat(41) }, 'Tax number must be at most 40 characters'],
    [{ brandColour: 'blue' }, 'Brand colour must be written like #0a9bd6'],
    [{ brandColour: '#0a9bd6;}' }, 'Brand colour must be written like #0a9bd6'],
    [{ logoFileId: 'logo.svg' }, 'This picture was not uploaded to this portal.'],
    [{ catalogueIsPublic: 'yes' }, 'catalogueIsPublic must be true or false'],
    [{ registration: 'closed' }, 'The way of registering is not known'],
    [{ registrationDomains: ['example'] }, 'An email domain must be a host name such as example.org'],
    [{ registrationDomains: ['a b.org'] }, 'An email domain must be a host name such as example.org'],
    [{ registrationDomains: Array.from({ length: 51 }, (_, n) => `d${n}.org`) }, 'At most 50 email domains'],
    [{ searchSynonyms: ['GDPR'] }, synonymForm],
    [{ searchSynonyms: ['= privacy'] }, synonymForm],
    [{ searchSynonyms: ['GDPR = privacy, '] }, synonymForm],
    [{ searchSynonyms: ['GDPR, DPIA = privacy'] }, synonymForm],
    [{ searchSynonyms: ['GDPR = privacy = law'] }, synonymForm],
    [{ searchSynonyms: [`GDPR = ${'p'.repeat(200)}`] }, 'A synonym has at most 200 characters'],
    [{ searchSynonyms: Array.from({ length: 201 }, (_, n) => `s${n} = t`) }, 'At most 200 synonyms'],
    [{ introduction: 'text' }, 'The text must be a document'],
    [{ introduction: textOf('x'.repeat(2001)) }, 'Introduction must be at most 2,000 characters'],
    [
      { introduction: { type: 'doc', content: [unknownPicture] } },
      'This picture was not uploaded to this portal. Upload it, then save again.',
    ],
    [{ pinnedResourceIds: [1, 2, 3, 4, 5, 6, 7] }, 'At most 6 pinned resources'],
    [{ pinnedResourceIds: [1, 1] }, 'Each resource can be pinned once'],
    [{ pinnedResourceIds: ['one'] }, 'A pinned resource must be named by its number'],
    [{ registration: 'domains' }, 'Add at least one email domain, or choose another way of registering.'],
  ])('SETUP-02 FRONT-14 refuses %j with 400 and changes nothing', async (form, message) => {
    const before = await saved();
    const reply = await put(form);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
    expect(await saved()).toEqual(before);
  });

  it('SETUP-02 refuses a logo that is unknown, a document, a GIF, above 1 MB or 8,000 pixels wide', async () => {
    const raw = { width: 900, height: 700, channels: 3 } as const;
    const noise = await sharp(randomBytes(900 * 700 * 3), { raw })
      .png()
      .toBuffer();
    const before = await saved();
    for (const [id, message] of [
      [
        '00000000-0000-4000-8000-000000000000',
        'This picture was not uploaded to this portal. Upload it, then save again.',
      ],
      [
        await uploaded('a.txt', Buffer.from('text')),
        'This picture was not uploaded to this portal. Upload it, then save again.',
      ],
      [
        await uploaded('a.gif', await picture(20, 'gif')),
        'Logos and icons must be PNG, JPEG or WebP images of at most 1 MB.',
      ],
      [await uploaded('a.png', noise), 'Logos and icons must be PNG, JPEG or WebP images of at most 1 MB.'],
      [
        await uploaded('a.png', await picture(8000)),
        'This picture is 8000 × 20 pixels. Logos and icons may have at most 2,000 pixels on each side: make it smaller, then upload it again.',
      ],
    ]) {
      const reply = await put({ logoFileId: id });
      expect([reply.status, reply.body.message]).toEqual([400, message]);
    }
    expect(await saved()).toEqual(before);
  });

  it('SETUP-02 takes no SVG for a logo, whatever its name says', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const before = await saved();
    for (const name of ['logo.svg', 'logo.png', 'logo.webp']) {
      const form = multipartForm({ name, content: svg, fields: {} });
      const upload = await administrator.send<{ fileUrl?: string; message: string }>({
        method: 'POST',
        url: '/api/admin/upload',
        ...form,
      });
      const id = upload.body.fileUrl?.split('/').at(-1);
      // A file of another kind can be stored but is no picture.
      const rejection = id ? await put({ logoFileId: id }) : upload;
      expect([name, rejection.status >= 400 && rejection.status < 500]).toEqual([name, true]);
      expect(rejection.body.message).toMatch(/\w{4,}.*\.$/);
    }
    expect(await saved()).toEqual(before);
  });

  it('SETUP-01 refuses a save over settings that another administrator has saved', async () => {
    const { version } = await saved();
    expect((await put({ tagline: 'First', version })).status).toBe(200);
    const late = await put({ tagline: 'Second', version });
    expect([late.status, late.body.code]).toEqual([409, 'portal.conflict']);
    expect(await saved()).toMatchObject({ tagline: 'First', version: version + 1 });
  });

  it('SETUP-01 lets one of two administrators save who save at once', async () => {
    const { version } = await saved();
    const replies = await Promise.all([put({ tagline: 'One', version }), put({ tagline: 'Other', version })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await saved()).toMatchObject({ version: version + 1 });
  });

  it('SETUP-03 refuses to change what a variable sets, and takes it unchanged', async () => {
    const fixed = await createTestPortal({ PRODUCT_NAME: 'Fixed name', CATALOGUE_PUBLIC: '0' });
    const client = await fixed.administrator();
    expect((await client.get(path)).body).toMatchObject({
      productName: 'Fixed name',
      catalogueIsPublic: false,
      setByOperator: ['productName', 'catalogueIsPublic'],
    });
    const rejected = await client.put(path, { productName: 'Mine', tagline: 'Mine' });
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      'The operator of this portal has set the portal name. Only the operator can change it.',
    ]);
    expect((await client.put(path, { productName: 'Fixed name', tagline: 'Mine' })).body).toMatchObject({
      productName: 'Fixed name',
      tagline: 'Mine',
    });
    expect((await fixed.visitor().get('/api/config')).body).toMatchObject({
      productName: 'Fixed name',
      tagline: 'Mine',
    });
    await fixed.close();
  });
});

describe('what is saved', () => {
  it('SETUP-01 SETUP-02 saves every field, keeps what is left out, and empties texts', async () => {
    const { version, setByOperator } = await saved();
    const logo = await uploaded('logo.webp', await picture(200, 'webp'));
    const fields = {
      productName: 'Northmere Learning',
      tagline: 'Learn together',
      signInText: 'Use your work address.',
      supportEmail: 'help@northmere.example',
      termsUrl: 'https://northmere.example/terms',
      privacyUrl: 'https://northmere.example/privacy',
      publisherName: 'Northmere CIC',
      publisherAddress: '18 Foundry Row\nNorthmere NM1 4QT',
      publisherTaxId: 'GB 000 6543 21',
      brandColour: '#0a9bd6',
      logoFileId: logo,
      darkLogoFileId: logo,
      faviconFileId: logo,
      catalogueIsPublic: false,
      assessmentIsPublic: false,
      registration: 'domains',
      registrationDomains: ['northmere.example'],
      unknownOrganisationsInvite: false,
      assistantsMayConnect: true,
      searchSynonyms: ['GDPR = data protection, privacy'],
      cancelOfferPercent: 25,
      cancelOfferPayments: 2,
      introduction: textOf('Begin with purpose.'),
      pinnedResourceIds: [3, 1],
    };
    const untidy = {
      registrationDomains: ['@Northmere.example ', 'northmere.example'],
      searchSynonyms: [' GDPR = data protection, privacy', ''],
    };
    const reply = await put({ ...fields, ...untidy, version });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      ...fields,
      version: version + 1,
      setByOperator,
      savedAt: expect.any(String),
      savedBy: 'Tavia Brindlecombe',
    });
    expect(await saved()).toEqual(reply.body);
    expect(await put({ tagline: ' ', publisherTaxId: null, supportEmail: '' })).toMatchObject({
      body: { ...fields, tagline: null, publisherTaxId: null, supportEmail: null, version: version + 2 },
    });
    await put({ logoFileId: null, darkLogoFileId: null, faviconFileId: null, brandColour: null, registration: 'open' });
    await put({ introduction: { type: 'doc', content: [{ type: 'paragraph' }] }, pinnedResourceIds: [] });
    expect(await saved()).toMatchObject({ introduction: null, pinnedResourceIds: [] });
  });

  it('SETUP-01 writes old and new values of what changed into the audit log', async () => {
    await put({ tagline: 'Before', registration: 'open' });
    await put({ tagline: 'After', registration: 'open' });
    const { rows } = await portal.database.pool.query(
      `select actor_user_id, before, after from audit_log where object = 'portal-settings' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { actor_user_id: administrator.userId, before: { tagline: 'Before' }, after: { tagline: 'After' } },
    ]);
  });

  it('FRONT-14 writes the words of the introduction into the audit log, and nothing for one that stays the same', async () => {
    await put({ introduction: textOf('Begin here.'), pinnedResourceIds: [] });
    const { version } = await saved();
    await put({ introduction: textOf('Begin here.'), pinnedResourceIds: [2], version });
    const { rows } = await portal.database.pool.query(
      `select before, after from audit_log where object = 'portal-settings' order by id desc limit 2`,
    );
    expect(rows).toEqual([
      { before: { pinnedResourceIds: [] }, after: { pinnedResourceIds: [2] } },
      { before: { introduction: null }, after: { introduction: 'Begin here.' } },
    ]);
  });

  it('SETUP-04 gives visitors the settings at once, without domains, address and tax number', async () => {
    const logo = await uploaded('logo.png', await picture(100));
    await put({
      productName: 'Westerdale',
      tagline: 'Calm work',
      publisherName: 'Westerdale Ltd',
      publisherAddress: '1 Secret Street',
      publisherTaxId: 'GB-hidden',
      registration: 'domains',
      registrationDomains: ['hidden.example'],
      logoFileId: logo,
      brandColour: '#AA3366',
      catalogueIsPublic: true,
      assessmentIsPublic: false,
    });
    const answer = await config();
    expect(answer).toMatchObject({
      productName: 'Westerdale',
      tagline: 'Calm work',
      publisher: 'Westerdale Ltd',
      brand: { colour: '#aa3366', logoUrl: `/media/${logo}`, darkLogoUrl: null, faviconUrl: null },
      catalogueIsPublic: true,
      assessmentIsPublic: false,
      registration: 'domains',
    });
    expect(JSON.stringify(answer)).not.toMatch(/hidden|Secret/);
    expect((await portal.visitor().get(`/media/${logo}`)).status).toBe(200);
    await put({ registration: 'open', brandColour: null, logoFileId: null });
  });

  it('SETUP-01 every node reads a change at once', async () => {
    const { createApp } = await import('#server/app/app.ts');
    const other = await createApp(portal.dependencies);
    await other.ready();
    const nameThere = async () => (await other.inject({ url: '/api/config' })).json().productName;
    await put({ productName: 'Here' });
    expect(await nameThere()).toBe('Here');
    await put({ productName: 'There too' });
    expect(await nameThere()).toBe('There too');
    await other.close();
  });
});

describe('the first settings', () => {
  it('SETUP-08 a demo opens catalogue and assessment; a production portal opens neither', async () => {
    const open = { catalogueIsPublic: true, assessmentIsPublic: true, registration: 'open' };
    const demo = await createTestPortal();
    expect((await demo.visitor().get('/api/config')).body).toMatchObject(open);
    await demo.close();
    const real = await createTestPortal(production);
    expect((await real.visitor().get('/api/config')).body).toMatchObject({
      ...open,
      catalogueIsPublic: false,
      assessmentIsPublic: false,
    });
    await real.close();
  });
});
