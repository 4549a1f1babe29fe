import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { LinkToken } from '../identity/sign-in.ts';
import { Message } from '../message.ts';
import { PageQuery } from '../text.ts';
import { News, NewsAudience, NewsForm } from './notifications.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Which emails a member receives, and news of the product for those who agreed to them';

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  query: LinkToken,
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads to the page that asks whether emails of this kind shall stop; changes nothing',
  errors: [],
  status: 302,
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  query: LinkToken,
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: "Stops the emails whose link this is, without a sign-in; also an email program's one click (RFC 8058)",
  errors: ['notifications.link-invalid'],
});

export const listNews = endpoint({
  method: 'GET',
  path: '/api/admin/news',
  query: PageQuery,
  response: z.array(News),
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'The news that was sent, newest first; X-Total-Count is their number',
  errors: [],
});

export const getNewsAudience = endpoint({
  method: 'GET',
  path: '/api/admin/news/audience',
  response: NewsAudience,
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'How many members would get news now: Marketing Emails are on, and the address is verified',
  errors: [],
});

export const sendTestNews = endpoint({
  method: 'POST',
  path: '/api/admin/news/test',
  body: NewsForm,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  summary: 'Emails news to the caller alone, as members would get them',
  errors: [],
});

export const sendNews = endpoint({
  method: 'POST',
  path: '/api/admin/news',
  body: NewsForm,
  response: News,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Emails news to every member who agreed to them; the same news cannot be sent twice',
  errors: ['notifications.news-sent', 'notifications.news-unread'],
  status: 201,
});
