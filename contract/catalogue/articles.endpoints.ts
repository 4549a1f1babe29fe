import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { Article } from './articles.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Texts that are read on the portal itself';

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/resources/:id/article',
  params: IdParams,
  response: Article,
  caller: 'member',
  scope: 'catalogue:read',
  summary: "The resource's text, with access",
  errors: ['catalogue.not-found', 'access.required', 'library.no-article'],
});
