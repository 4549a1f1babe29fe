import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { Article } from './articles.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Texts that are read on the portal itself';

export const getArticle = endpoint<{ params: IdParams; reply: Article }>({
  method: 'GET',
  path: '/api/resources/:id/article',
  caller: 'member',
  scope: 'catalogue:read',
  summary: "The resource's text, with access",
  errors: ['catalogue.not-found', 'access.required', 'library.no-article'],
});
