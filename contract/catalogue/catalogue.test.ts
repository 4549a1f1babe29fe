import { expect, it } from 'vitest';
import { accessTypes, rappPhases, rappPrinciples, resourceTypes } from './catalogue.ts';

it('API-12 knows eleven types of resources', () => {
  expect(resourceTypes).toEqual([
    'online_tool',
    'template',
    'downloadable_template',
    'book',
    'report',
    'insight',
    'newsletter',
    'article',
    'bundle',
    'path',
    'other',
  ]);
});

it('API-13 knows three ways of access, four principles and four phases', () => {
  expect(accessTypes).toEqual(['free', 'purchase', 'subscription']);
  expect(rappPrinciples).toEqual(['responsible', 'adaptive', 'people_centred', 'purpose_driven']);
  expect(rappPhases).toEqual([
    'phase_1_discover_assess',
    'phase_2_design_plan',
    'phase_3_develop_prototype',
    'phase_4_deploy_scale',
  ]);
});
