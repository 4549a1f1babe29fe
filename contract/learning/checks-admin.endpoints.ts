import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import {
  AdminCheck,
  CheckDraftForm,
  CheckExportQuery,
  CheckFileForm,
  CheckFilePreview,
  CheckImportForm,
  CheckPreview,
  CheckQuestionParams,
  CheckStatistics,
  CheckStatisticsQuery,
  ExtraTime,
  ExtraTimeForm,
  ExtraTimeParams,
  PublishCheck,
  VoidForm,
} from './checks-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Knowledge checks as administrators write and publish them';

export const getAdminCheck = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/check',
  params: IdParams,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The draft of a check, what is published of it, and what its pointers can name',
  errors: ['catalogue.not-found'],
});

export const saveCheck = endpoint({
  method: 'PUT',
  path: '/api/admin/resources/:id/check',
  params: IdParams,
  body: CheckDraftForm,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Saves the draft; with the updatedAt it was opened with, only when it has not changed since',
  errors: ['catalogue.not-found', 'checks.conflict', 'articles.picture-unknown'],
});

export const publishCheck = endpoint({
  method: 'POST',
  path: '/api/admin/resources/:id/check/versions',
  params: IdParams,
  body: PublishCheck,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Publishes the draft as a new version; attempts keep the version on which they began',
  errors: [
    'catalogue.not-found',
    'checks.not-found',
    'checks.conflict',
    'checks.not-ready',
    'checks.unchanged',
    'articles.picture-unknown',
  ],
  status: 201,
});

export const removeCheck = endpoint({
  method: 'DELETE',
  path: '/api/admin/resources/:id/check',
  params: IdParams,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Takes the check from the resource; its draft, its versions and all attempts stay',
  errors: ['catalogue.not-found', 'checks.not-found'],
});

export const voidQuestion = endpoint({
  method: 'POST',
  path: '/api/admin/resources/:id/check/questions/:questionId/void',
  params: CheckQuestionParams,
  body: VoidForm,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary:
    'Lets a faulty question count as right for everybody, in each version that asks it in the same words; scores only rise',
  errors: [
    'catalogue.not-found',
    'checks.not-found',
    'checks.question-not-found',
    'checks.already-void',
    'checks.last-question',
  ],
});

export const exportCheck = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/check/export',
  params: IdParams,
  query: CheckExportQuery,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The draft or a version as a JSON file that can be edited and imported again',
  responseTypes: ['application/json'],
  errors: ['catalogue.not-found', 'checks.not-found', 'checks.version-not-found'],
});

export const previewCheckFile = endpoint({
  method: 'POST',
  path: '/api/admin/resources/:id/check/import/preview',
  params: IdParams,
  body: CheckFileForm,
  response: CheckFilePreview,
  caller: 'administrator',
  scope: 'none',
  summary: 'The mistakes of a JSON, GIFT or Aiken file, line by line, or the questions in it; changes nothing',
  errors: ['catalogue.not-found'],
});

export const importCheckFile = endpoint({
  method: 'POST',
  path: '/api/admin/resources/:id/check/import',
  params: IdParams,
  body: CheckImportForm,
  response: AdminCheck,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'Brings a file without mistakes into the draft; publishes nothing',
  errors: [
    'catalogue.not-found',
    'checks.conflict',
    'checks.import-mistake',
    'checks.too-many-questions',
    'articles.picture-unknown',
  ],
});

export const previewCheck = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/check/preview',
  params: IdParams,
  response: CheckPreview,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'The draft as a member would see it in an attempt, which is saved nowhere',
  errors: ['catalogue.not-found', 'checks.not-found'],
});

export const getCheckStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/check/statistics',
  params: IdParams,
  query: CheckStatisticsQuery,
  response: CheckStatistics,
  caller: 'administrator',
  scope: 'admin:catalogue',
  summary: 'How the questions of a version were answered, without anybody’s name',
  errors: ['catalogue.not-found', 'checks.not-found', 'checks.version-not-found'],
});

export const listExtraTime = endpoint({
  method: 'GET',
  path: '/api/admin/resources/:id/check/extra-time',
  params: IdParams,
  response: z.array(ExtraTime),
  caller: 'administrator',
  scope: 'none',
  summary: 'People who have more time for the check, by name',
  errors: ['catalogue.not-found'],
});

export const setExtraTime = endpoint({
  method: 'PUT',
  path: '/api/admin/resources/:id/check/extra-time/:userId',
  params: ExtraTimeParams,
  body: ExtraTimeForm,
  response: z.array(ExtraTime),
  caller: 'administrator',
  scope: 'none',
  summary: 'Gives a person more time for the check, also for an attempt under way, or takes it back',
  errors: ['catalogue.not-found', 'checks.not-found', 'checks.no-time-limit', 'accounts.not-found'],
});
