import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getUpload } from '#contract/catalogue/files.endpoints.ts';
import { pdfProblems } from '#contract/catalogue/files.ts';
import { listOnlineProducts } from '#contract/catalogue/products.endpoints.ts';
import {
  createResource,
  deleteResource,
  getAdminResource,
  listAdminResources,
  patchResource,
  saveResource,
} from '#contract/catalogue/publishing.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { countOwners } from '#contract/commerce/purchases-admin.endpoints.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import { getOwnAssessment } from '#contract/learning/assessment.endpoints.ts';
import { forAdminResources, forResource } from '#tests/support/web/answers.ts';
import { mockConfirm } from '#tests/support/web/browser.ts';
import {
  administrator,
  adminOnlineProduct,
  adminResource,
  fullResource,
  portalConfig,
} from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast, findCard } from '#tests/support/web/screen.ts';
import { dateAndTime } from '#web/dates.ts';
import { localTimeOf } from '#web/local-time.ts';

const forForm = () => [
  ...forAdminResources(),
  answer(listOnlineProducts, [adminOnlineProduct()]),
  answer(listResources, []),
];

async function openNew(type: string, ...answers: Answer[]) {
  const { user } = await renderPortal(`/admin-dashboard/resources/new?type=${type}`, {
    as: administrator(),
    answers: [...forForm(), ...answers],
  });
  const form = await screen.findByRole('form', { name: /^Add / });
  await within(form).findByRole('textbox', { name: 'Title' });
  return { user, element: form, form: within(form) };
}

const everywhere = ['Title', 'Access Type', 'Featured Image', 'Tags'];

test.for([
  ['downloadable_template', ['Description', 'Template File', 'Published']],
  [
    'online_tool',
    [
      'Online Product',
      'Additional Details',
      'Slideshow Images',
      'Instructional Video URL',
      'Estimated Duration (minutes)',
      'Publish Resource',
    ],
  ],
  ['report', ['Description', 'File', 'Estimated Duration (minutes)', 'Published']],
] as const)(
  'LABEL-13 ADM-TPL-01 ADM-TOOL-02 the form of a %s calls its fields by the agreed names',
  async ([type, names]) => {
    const { form } = await openNew(type);
    for (const name of [...everywhere, ...names]) expect(form.getAllByLabelText(name)).toHaveLength(1);
    for (const name of ['Philosophies', 'Implementation Phases', 'Role Affiliations']) {
      expect(form.getByRole('group', { name })).toBeVisible();
    }
  },
);

test.for([
  ['Free', []],
  ['Purchase', ['Price']],
  ['Subscription', ['Monthly Price', 'Annual Price']],
] as const)('ADM-TOOL-07 ADM-TPL-03 the prices are those of the access type %s', async ([accessType, names]) => {
  const { user, form } = await openNew('online_tool');
  await user.selectOptions(form.getByRole('combobox', { name: 'Access Type' }), accessType);
  const prices = form.queryAllByRole('spinbutton', { name: /Price/ });
  expect(prices).toHaveLength(names.length);
  for (const [index, price] of prices.entries()) {
    expect(price).toHaveAccessibleName(new RegExp(`^${names[index]}`));
    expect(price).toHaveAttribute('step', '0.01');
  }
  const benefits = form.queryAllByRole('textbox', { name: /^Subscription Benefits/ });
  expect(benefits).toHaveLength(accessType === 'Subscription' ? 1 : 0);
});

test('ACCESS-23 the publisher of a resource that is not free says who may watch its video', async () => {
  const { user, form } = await openNew('report', answer(createResource, adminResource()));
  await user.type(form.getByLabelText('Title'), 'A film');
  await user.type(form.getByLabelText('Description'), 'Of an hour.');
  await user.type(form.getByRole('textbox', { name: /^Instructional Video URL/ }), 'https://vimeo.com/1');
  expect(form.queryByRole('combobox', { name: 'Who Can Watch the Video' })).toBeNull();
  await user.selectOptions(form.getByRole('combobox', { name: 'Access Type' }), 'Purchase');
  const choice = form.getByRole('combobox', { name: 'Who Can Watch the Video' });
  expect(choice).toHaveValue('preview');
  await user.selectOptions(choice, 'Only people with access');
  await user.click(form.getByRole('button', { name: 'Create Resource' }));
  await waitFor(() => expect(callsOf(createResource)).toMatchObject([{ body: { videoAccess: 'content' } }]));
});

test('TRIAL-01 only a subscription may have free days, and then a card is asked for unless the publisher says no', async () => {
  const { user, form } = await openNew('online_tool');
  const days = { name: /^Free Trial \(days\)/ };
  expect(form.queryByRole('spinbutton', days)).toBeNull();
  await user.selectOptions(form.getByRole('combobox', { name: 'Access Type' }), 'Subscription');
  expect(form.queryByRole('switch', { name: 'Ask for a Card' })).toBeNull();
  await user.type(form.getByRole('spinbutton', days), '14');
  expect(form.getByRole('switch', { name: 'Ask for a Card' })).toBeChecked();
});

test('ADM-TOOL-01 ADM-TOOL-03 ADM-TOOL-08 an online tool has its fields in their sections, and takes images', async () => {
  const { user, form } = await openNew('online_tool');
  await user.selectOptions(form.getByRole('combobox', { name: 'Access Type' }), 'Subscription');
  const section = (name: string) => within(form.getByRole('heading', { name }).parentElement as HTMLElement);
  const basic = section('Basic Information');
  for (const name of ['Online Product', 'Access Type']) expect(basic.getByRole('combobox', { name })).toBeVisible();
  for (const name of [/^Monthly Price/, /^Annual Price/]) expect(basic.getByRole('spinbutton', { name })).toBeVisible();
  expect(basic.getByRole('textbox', { name: /^Subscription Benefits/ })).toBeVisible();
  const rapp = section('RAPP Configuration');
  for (const name of ['Philosophies', 'Implementation Phases', 'Role Affiliations']) {
    expect(rapp.getByRole('group', { name })).toBeVisible();
  }
  expect(rapp.getByLabelText('Tags')).toBeVisible();
  expect(rapp.getByLabelText('Publish Resource')).toBeInTheDocument();
  expect(form.getByLabelText('Featured Image')).toHaveAttribute('accept', expect.stringContaining('png'));
  expect(form.getByLabelText('Slideshow Images')).toHaveAttribute('accept', expect.stringContaining('png'));
  expect(form.getByLabelText('Slideshow Images')).toHaveAttribute('multiple');
});

test('ADM-TOOL-06 ADM-TOOL-10 an online tool needs a product and starts with its name', async () => {
  const { user, form } = await openNew('online_tool');
  const product = form.getByRole('combobox', { name: 'Online Product' });
  await user.click(form.getByRole('button', { name: 'Create Online Tool' }));
  await waitFor(() => expect(product).toHaveAccessibleDescription('Please select an online product'));
  await user.selectOptions(product, 'Canvas');
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Canvas');
  await waitFor(() => expect(product).toHaveAccessibleDescription(''));
});

test('ADM-RES-08 missing values are reported beside their fields, and nothing is sent', async () => {
  const { user, form } = await openNew('insight');
  await user.click(form.getByRole('button', { name: 'Create Resource' }));
  const title = form.getByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(title).toHaveAccessibleDescription('Title is required'));
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveAccessibleDescription('Description is required');
  expect(title).toHaveFocus();
  expect(callsOf(createResource)).toEqual([]);
});

test('ADM-TPL-02 ADM-TPL-04 a template needs a title, a description of some length and a file', async () => {
  const { user, form } = await openNew('downloadable_template');
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'Too short');
  await user.click(form.getByRole('button', { name: 'Create Template' }));
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Title is required'),
  );
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveAccessibleDescription(
    'Description must be at least 10 characters',
  );
  expect(form.getByLabelText('Template File')).toHaveAccessibleDescription(/Template file is required/);
  expect(callsOf(createResource)).toEqual([]);
});

test('ADM-TOOL-05 ADM-TPL-05 a tag is added by Enter, once, and never when it is blank', async () => {
  const { user, form } = await openNew('report', answer(createResource, adminResource({ title: 'Tagged' })));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Tagged');
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'With tags.');
  const tags = form.getByRole('textbox', { name: /^Tags/ });
  for (const typed of ['governance', '   ', ' governance ', 'care']) {
    await user.type(tags, `${typed}{Enter}`);
    expect(tags).toHaveValue('');
  }
  const chips = form.getAllByRole('button', { name: /^Remove tag / });
  expect(chips.map((chip) => chip.getAttribute('aria-label') ?? chip.textContent)).toEqual([
    expect.stringContaining('governance'),
    expect.stringContaining('care'),
  ]);
  await user.click(form.getByRole('button', { name: 'Remove tag governance' }));
  await user.click(form.getByRole('button', { name: 'Create Resource' }));
  await expectToast('Resource created', 'Tagged');
  expect(callsOf(createResource)[0]?.body).toMatchObject({
    title: 'Tagged',
    tags: ['care'],
    isPublished: false,
    accessType: 'free',
  });
});

test('keeps the form filled in after an error', async () => {
  const { user, form } = await openNew('report', fail(createResource));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Kept');
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'Hours of work');
  await user.click(form.getByRole('button', { name: 'Create Resource' }));
  await expectToast('Error');
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept');
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Hours of work');
});

test('ADM-RES-07 ADM-RES-12 edits what is there and sees it in the list at once', async () => {
  const before = adminResource({ title: 'Before', tags: ['kept'], estimatedDuration: 40 });
  const after = adminResource({ ...before, title: 'After', accessType: 'purchase', price: 7.25 });
  const { user } = await renderPortal('/admin-dashboard', {
    as: administrator(),
    answers: [
      ...forForm(),
      answer(listAdminResources, [before]),
      answer(getAdminResource, before),
      answer(saveResource, () => {
        serve(answer(listAdminResources, [after]));
        return after;
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Before' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Report' }));
  const title = await form.findByRole('textbox', { name: 'Title' });
  expect(title).toHaveValue('Before');
  expect(form.getByRole('spinbutton', { name: /^Estimated Duration/ })).toHaveValue(40);
  await user.clear(title);
  await user.type(title, 'After');
  await user.selectOptions(form.getByRole('combobox', { name: 'Access Type' }), 'Purchase');
  await user.type(form.getByRole('spinbutton', { name: /^Price/ }), '7.25');
  await user.click(form.getByRole('button', { name: 'Update Resource' }));
  await expectToast('Resource updated', 'After');
  expect(await findCard('After')).toHaveTextContent('£7.25');
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('article', { name: 'Before' })).toBeNull();
  expect(callsOf(saveResource)[0]?.body).toMatchObject({
    title: 'After',
    type: 'report',
    tags: ['kept'],
    estimatedDuration: 40,
    accessType: 'purchase',
    price: '7.25',
    updatedAt: before.updatedAt,
  });
});

test('UPLOAD-10 the editor says what is the matter with a file, and nothing about a fine one', async () => {
  const fileUrl = '/api/files/0b0e5a0e-7f1d-4a3e-9d39-0a9b6d1f0b11';
  const before = adminResource({ title: 'A locked report', type: 'report', fileUrl, fileTitle: 'Report' });
  const file = { name: 'report.pdf', bytes: 1200 };
  await renderPortal('/admin-dashboard/resources/1/edit', {
    as: administrator(),
    answers: [
      ...forForm(),
      answer(getAdminResource, before),
      answer(getUpload, { ...file, warning: pdfProblems.locked }, { params: { id: fileUrl.slice(11) } }),
    ],
  });
  expect(await screen.findByText(pdfProblems.locked)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Update Resource' })).toBeEnabled();
  serve(answer(getUpload, { ...file, warning: null }));
  await openAnew('/admin-dashboard/resources/1/edit');
  await screen.findByRole('textbox', { name: 'Title' });
  expect(screen.queryByText(pdfProblems.locked)).toBeNull();
});

test('ADM-RES-18 the page of a resource leads administrators to its form, and saving leads back', async () => {
  const before = adminResource({ title: 'A guide' });
  const after = adminResource({ title: 'A guide, second edition' });
  const { user } = await renderPortal('/resource/1', {
    as: administrator(),
    answers: [
      ...forForm(),
      ...forResource(fullResource({ title: 'A guide' })),
      answer(getAdminResource, before),
      answer(saveResource, () => {
        serve(answer(getAdminResource, after), answer(getResource, fullResource({ title: after.title })));
        return after;
      }),
    ],
  });
  await user.click(await screen.findByRole('link', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ', second edition');
  expect(await screen.findByText(/^Draft kept /)).toBeVisible();
  expect(screen.getByText(/Members see the version of/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update Resource' }));
  await expectToast('Resource updated', after.title);
  await expectAddress('/resource/1');
  expect(await screen.findByRole('heading', { level: 1, name: after.title })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue(after.title);
  expect(screen.queryByText(/which is not saved yet/)).toBeNull();
});

test('ADM-RES-21 scheduling says when on the button and in the toast, and the form says where members see its choices', async () => {
  const publishAt = '2126-12-03T09:05:00.000Z';
  const { user, form } = await openNew('report', answer(createResource, adminResource({ title: 'Later', publishAt })));
  expect(form.getByRole('group', { name: 'Philosophies' })).toHaveAccessibleDescription(
    /^Members see them on the card/,
  );
  expect(form.getByRole('group', { name: 'Role Affiliations' })).toHaveAccessibleDescription(
    /^Members see them on the page as target roles/,
  );
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Later');
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'Published by itself.');
  expect(form.getByRole('button', { name: 'Create Resource' })).toBeVisible();
  fireEvent.change(form.getByLabelText(/^Publish at a set time/), {
    target: { value: localTimeOf(publishAt) },
  });
  await user.click(form.getByRole('button', { name: `Create Resource and publish on ${dateAndTime(publishAt)}` }));
  await expectToast('Resource scheduled', `Later will be published on ${dateAndTime(publishAt)}.`);
});

test('the second administrator who saves a resource compares both versions and loses no change', async () => {
  const opened = adminResource({ title: 'A guide', estimatedDuration: 10 });
  const theirs = adminResource({ ...opened, estimatedDuration: 25, updatedAt: '2026-01-06T09:00:00.000Z' });
  const { user } = await renderPortal('/admin-dashboard/resources/1/edit', {
    as: administrator(),
    answers: [...forForm(), answer(getAdminResource, opened), refuse(saveResource, 'publishing.conflict')],
  });
  const description = await screen.findByRole('textbox', { name: 'Description' });
  serve(answer(getAdminResource, theirs));
  await user.clear(description);
  await user.type(description, 'Mine.');
  await user.click(screen.getByRole('button', { name: 'Update Resource' }));
  const conflict = within(
    await screen.findByRole('dialog', { name: 'Another administrator changed this resource after you opened it' }),
  );
  expect(conflict.getByRole('group', { name: 'Estimated Duration (minutes)' })).toHaveTextContent('25');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  serve(answer(saveResource, theirs));
  await user.click(conflict.getByRole('button', { name: 'Use this choice' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(description).toHaveValue('Mine.');
  await user.click(screen.getByRole('button', { name: 'Update Resource' }));
  await expectToast('Resource updated', 'A guide');
  expect(callsOf(saveResource).at(-1)?.body).toMatchObject({
    description: 'Mine.',
    estimatedDuration: 25,
    updatedAt: theirs.updatedAt,
  });
});

test('PATH-01 PATH-04 the form of a path warns about an assessment that members cannot take', async () => {
  const tool = { id: 4, hasAccess: true, percent: 0 };
  const { user, form } = await openNew(
    'path',
    answer(getPortalConfig, portalConfig({ assessmentIsPublic: false })),
    answer(getOwnAssessment, { resource: tool, latest: null }),
    answer(getResource, fullResource({ id: 4, title: 'Readiness assessment', accessType: 'purchase', price: 12 }), {
      params: { id: 4 },
    }),
  );
  expect(form.queryByText(/The assessment is not free/)).toBeNull();
  await user.click(form.getByRole('button', { name: 'Add assessment' }));
  expect(await form.findByText(/^The assessment is not free, and its public page is off/)).toBeVisible();
});

test('BUNDLE-02 a bundle is made of parts found by title, in their order', async () => {
  const parts = [
    adminResource({ id: 11, title: 'Harbour first', accessType: 'purchase', price: 12 }),
    adminResource({ id: 12, title: 'Harbour second', accessType: 'purchase', price: 9 }),
  ];
  const made = adminResource({ id: 13, title: 'Harbour set', type: 'bundle', accessType: 'purchase', price: 15 });
  const { user, form } = await openNew('bundle', answer(listAdminResources, parts), answer(createResource, made));
  const partsInForm = () =>
    within(form.getByRole('group', { name: 'Parts' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(form.queryByRole('combobox', { name: 'Access Type' })).toBeNull();
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Harbour set');
  await user.type(form.getByRole('textbox', { name: 'Description' }), 'Two reports at one price.');
  const search = form.getByRole('searchbox', { name: 'Add a part' });
  await user.type(search, 'Harbour second');
  await user.click(await screen.findByRole('option', { name: /Harbour second/ }));
  await user.type(search, 'Harbour');
  expect(await screen.findByRole('option')).toHaveTextContent('Harbour first');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(partsInForm()).toEqual([expect.stringContaining('second'), expect.stringContaining('first')]);
  await user.click(form.getByRole('button', { name: 'Move Harbour first up' }));
  expect(partsInForm()).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  await user.type(form.getByRole('spinbutton', { name: /^Price/ }), '15');
  await user.click(form.getByRole('button', { name: 'Create Bundle' }));
  await expectToast('Resource created', 'Harbour set');
  expect(callsOf(createResource)[0]?.body).toMatchObject({ type: 'bundle', partIds: [11, 12], price: '15' });
});

test('BUNDLE-02 the best match is offered first, also when many titles come before it', async () => {
  const others = Array.from({ length: 30 }, (_, index) =>
    adminResource({ id: index + 1, title: `A harbour ${index}` }),
  );
  const best = adminResource({ id: 99, title: 'Harbour rules' });
  // The server sorts by title and replies one page.
  const found = answer(listAdminResources, ({ query }) => [...others, best].slice(0, Number(query.get('pageSize'))));
  const { user, form } = await openNew('bundle', found);
  await user.type(form.getByRole('searchbox', { name: 'Add a part' }), 'Harbour');
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('Harbour rules');
});

test('BUNDLE-05 a resource that a bundle sells is neither unpublished nor deleted, and the list says why', async () => {
  const values = { bundle: '“A set”' };
  mockConfirm().mockReturnValue(true);
  const { user } = await renderPortal('/admin-dashboard', {
    as: administrator(),
    answers: [
      ...forAdminResources(),
      answer(listAdminResources, [adminResource({ title: 'A part' })]),
      answer(countOwners, []),
      refuse(patchResource, 'publishing.sold-in-bundle', { values }),
      refuse(deleteResource, 'publishing.sold-in-bundle', { values }),
    ],
  });
  for (const action of ['Unpublish A part', 'Delete A part']) {
    await user.click(await screen.findByRole('button', { name: action }));
    await expectToast('Error', 'The bundle “A set” sells this resource. Take it out of the bundle first.');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  }
  expect(screen.getByRole('article', { name: 'A part' })).toHaveTextContent('Published');
});
