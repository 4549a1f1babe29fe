import { expect, it } from 'vitest';
import { readContent } from './check-rules.ts';
import { changesBetween, fileOf, usualContent } from './rules.ts';

const usual = () => JSON.parse(fileOf(usualContent));
const mistakesOf = (text: string) => {
  const read = readContent(text);
  return read.kind === 'mistakes' ? read.mistakes.map(({ path, sentence }) => `${path} ${sentence}`) : [];
};

type Change = (file: ReturnType<typeof usual>) => void;
const firstQuestion = 'assessment.sections[0].questions[0]';

it.each<[Change, string]>([
  [(file) => delete file.words, 'words is missing.'],
  [(file) => delete file.words.roles.policy_lead, 'words.roles.policy_lead is missing.'],
  [
    (file) => Object.assign(file.words.roles, { pilot: { name: 'Pilot', description: null } }),
    'words.roles.pilot is not a name that a file of content has. Remove it or correct its spelling.',
  ],
  [
    (file) => Object.assign(file.words.phases.phase_1_discover_assess, { titel: 'x' }),
    'words.phases.phase_1_discover_assess.titel is not a name that a file of content has. Remove it or correct its spelling.',
  ],
  [
    (file) => Object.assign(file.words.principles.adaptive, { name: ' ' }),
    'words.principles.adaptive.name must not be empty.',
  ],
  [
    (file) => Object.assign(file.words.principles.adaptive, { name: 7 }),
    'words.principles.adaptive.name must be text in quotation marks.',
  ],
  [
    (file) => Object.assign(file.words.principles.adaptive, { name: 'x'.repeat(41) }),
    'words.principles.adaptive.name must be at most 40 characters.',
  ],
  [
    (file) => Object.assign(file.words.principles.adaptive, { name: 'a\u0000b' }),
    'words.principles.adaptive.name contains characters that cannot be stored.',
  ],
  [
    (file) => Object.assign(file.assessment, { sections: {} }),
    'assessment.sections must be a list in square brackets.',
  ],
  [
    (file) => file.assessment.sections.reverse(),
    'assessment.sections must keep these ids in this order: leadership, governance, technical, culture.',
  ],
  [
    (file) => file.assessment.sections[0].questions.pop(),
    'assessment.sections[0].questions must keep these ids in this order: leadership_vision, leadership_commitment, decision_framework.',
  ],
  [
    (file) => Object.assign(file.assessment.sections[0].questions[0].actions, { initial: [] }),
    `${firstQuestion}.actions.initial needs at least 1 of its entries.`,
  ],
  [
    (file) => Object.assign(file.assessment.sections[0].questions[0].actions.initial[0], { role: 'boss' }),
    `${firstQuestion}.actions.initial[0].role must be one of executive_leader, people_capability_lead, technical_lead_ai_ml_data, legal_risk_compliance, end_user_frontline_staff, policy_public_interest_lead, product_service_owner, policy_lead, technical_lead, project_manager.`,
  ],
  [
    (file) => Object.assign(file.assessment.sections[0].questions[0].actions.initial[0], { id: 'two words' }),
    `${firstQuestion}.actions.initial[0].id must be 1 to 20 letters, digits, points, hyphens or underscores.`,
  ],
  [
    (file) => Object.assign(file.assessment.sections[0].questions[0].actions.initial[1], { id: 'LV-I-1' }),
    `${firstQuestion}.actions.initial[1].id is already the id of ${firstQuestion}.actions.initial[0].id. Each action needs its own.`,
  ],
  [
    (file) => file.assessment.limits[0].questions.push('shoe_size'),
    'assessment.limits[0].questions[3] names no question: shoe_size.',
  ],
  [
    (file) => Object.assign(file.assessment.levels[1], { points: 0 }),
    'assessment.levels[1].points must be more than that of the level before.',
  ],
  [
    (file) => Object.assign(file.assessment.levels[0], { sectionFrom: 1 }),
    'assessment.levels[0].sectionFrom must be 0: it is the lowest level.',
  ],
  [
    (file) => Object.assign(file.assessment.levels[1], { points: 1.5 }),
    'assessment.levels[1].points must be a whole number.',
  ],
  [
    (file) => Object.assign(file.assessment.levels[3], { overallFrom: 37 }),
    'assessment.levels[3].overallFrom does not fit: 12 answers “Advanced” make 36 of 36 points, which must lie in the band “Advanced”.',
  ],
])('CONTENT-04 names a mistake by its path and in a sentence (%#)', (change, mistake) => {
  const file = usual();
  change(file);
  expect(mistakesOf(JSON.stringify(file))).toEqual([mistake]);
});

it('CONTENT-04 names every mistake of a file', () => {
  const file = usual();
  file.words.roles.policy_lead.name = '';
  file.assessment.texts.disclaimer = null;
  expect(mistakesOf(JSON.stringify(file))).toEqual([
    'words.roles.policy_lead.name must not be empty.',
    'assessment.texts.disclaimer must be text in quotation marks.',
  ]);
});

it('CONTENT-02 refuses another id and an unknown field, and takes other names, texts, points, bands, limits and actions', () => {
  const wrong = usual();
  wrong.words.principles.brave = wrong.words.principles.adaptive;
  delete wrong.words.principles.adaptive;
  wrong.assessment.levels[0].colour = 'red';
  expect(mistakesOf(JSON.stringify(wrong)).toSorted()).toEqual([
    'assessment.levels[0].colour is not a name that a file of content has. Remove it or correct its spelling.',
    'words.principles.adaptive is missing.',
    'words.principles.brave is not a name that a file of content has. Remove it or correct its spelling.',
  ]);
  for (const list of ['sections', 'levels', 'principles', 'phases']) {
    const renamed = usual();
    const [first] = renamed.assessment[list];
    first[list === 'levels' ? 'level' : 'id'] = 'another';
    expect([list, mistakesOf(JSON.stringify(renamed)).length]).not.toEqual([list, 0]);
  }
  const right = usual();
  const { sections, levels, limits, texts } = right.assessment;
  right.words.roles.policy_lead.name = 'Policy adviser';
  texts.disclaimer = 'Not advice.';
  sections[0].questions[0].text = 'Who decides?';
  sections[0].questions[0].actions.initial = [
    { ...sections[0].questions[0].actions.initial[0], id: 'own-1', text: 'Ask the board.' },
  ];
  for (const [index, level] of levels.entries()) {
    Object.assign(level, { points: index * 2, overallFrom: index * 20, sectionFrom: index * 5 });
  }
  limits.pop();
  expect(mistakesOf(JSON.stringify(right))).toEqual([]);
});

it('TEXT-03 the limit of a name counts characters as people see them', () => {
  const named = (length: number) => {
    const file = usual();
    file.words.principles.adaptive.name = '👩‍👧'.repeat(length);
    return mistakesOf(JSON.stringify(file));
  };
  expect(named(41)).toEqual(['words.principles.adaptive.name must be at most 40 characters.']);
  expect(named(40)).toEqual([]);
});

it('CONTENT-04 says where a text stops being JSON, and that other values are no content', () => {
  expect(mistakesOf('{\n  "words": {,}\n}')).toEqual([
    'The file is not valid JSON at line 2, character 13. Check commas, quotation marks and brackets there.',
  ]);
  expect(mistakesOf('')).toEqual([
    'The file is not complete JSON. Check commas, quotation marks and brackets at its end.',
  ]);
  for (const text of ['null', '[]', '"words"', '7']) {
    expect(mistakesOf(text)).toEqual(['The file must be an object in braces.']);
  }
});

it('CONTENT-03 reads an exported file without a change, with a byte order mark as well', () => {
  const read = readContent(`\uFEFF${fileOf(usualContent)}`);
  expect(read.kind).toBe('file');
  const { words, assessment } = usual();
  expect(
    read.kind === 'file' &&
      changesBetween({ words, assessment }, { words: read.file.words, assessment: read.file.assessment }),
  ).toEqual([]);
});

it('CONTENT-04 lists each place that changes with what is there before and after', () => {
  const before = { a: 'one', b: { c: [1, 2], d: null }, e: ['x'] };
  const after = { a: 'two', b: { c: [1], d: 'new' }, e: ['x', { f: 'y' }] };
  expect(changesBetween(before, after)).toEqual([
    { path: 'a', before: 'one', after: 'two' },
    { path: 'b.c[1]', before: '2', after: null },
    { path: 'b.d', before: null, after: 'new' },
    { path: 'e[1]', before: null, after: '{"f":"y"}' },
  ]);
});
